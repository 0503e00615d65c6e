import type { ResolvedOptions } from '@render/options'
import { sideFiles, type FileTypeName, type SideOutput } from '@render/outputs'
import {
  makeArtefactKey,
  objectKey,
  sideFileKey,
  toAddress,
  toNowhere,
  toStore,
  type ArtefactStore,
  type Destination,
  type UploadAddress,
} from '@render/storage'
import {
  openCallerStore,
  type CallerStore,
  type CallerStoreContext,
  type CallerStoreSettings,
} from './caller-store.ts'

/** The destination of one file that is kept. */
type KeptDestination = Destination<{ key: string } | { location: string }>

/** Where the files of an attempt go. */
interface Destinations {
  main: Destination<object>
  /**
   * Returns the destination of a file; `main` when the main file is the same, and the option that forbids keeping it when it is
   * not kept.
   */
  beside: (file: Omit<SideOutput, 'body'>) => KeptDestination | 'main' | 'no_upload' | 'secure_mode'
}

/** Returns the destinations of the files beside a main file of a format. */
export type DestinationsFor = (format: FileTypeName) => Destinations

/**
 * Opens the destinations that the options of a render name. In our store every attempt has keys of its own, so an attempt
 * that lost its job overwrites nothing; its files are swept with their day. In a store of the caller's all attempts write the
 * same objects.
 * @throws {RenderError} `UploadFailedError` when the project's credential cannot be used.
 */
export function openDestinations(
  { store, ...context }: CallerStoreContext & { store: Pick<ArtefactStore, 'write'> },
  settings: CallerStoreSettings,
): DestinationsFor {
  const { options } = settings
  const { s3_presigned_url: address, no_upload, secure_mode } = options
  const unkeptBy = no_upload ? 'no_upload' : secure_mode && 'secure_mode'
  const inService = (format: FileTypeName): Destinations =>
    unkeptBy ? { main: toNowhere, beside: () => unkeptBy } : inStore(store, format)
  const ofCaller = openCallerStore(context, settings)
  const at = (upload: UploadAddress): KeptDestination => toAddress(context.http, upload)
  return (format) => {
    const usual = ofCaller ? inCallerStore(ofCaller, format) : inService(format)
    const main = address ? at({ option: 's3_presigned_url', address }) : usual.main
    return {
      main,
      beside(file) {
        const own = file.upload ?? presignedAddress(file, options)
        if (own) return at(own)
        const isMain = main !== toNowhere && file.type === format && file.suffix === ''
        return isMain ? 'main' : usual.beside(file)
      },
    }
  }
}

function inStore(store: Pick<ArtefactStore, 'write'>, format: FileTypeName): Destinations {
  const key = makeArtefactKey(format)
  return {
    main: toStore(store, key),
    beside: ({ suffix, type }) => toStore(store, sideFileKey(key, { suffix, extension: type })),
  }
}

function inCallerStore({ at, path, hasExtension }: CallerStore, format: FileTypeName): Destinations {
  return {
    main: at(objectKey(path, { extension: format }, hasExtension)),
    beside: ({ suffix, type }) => at(objectKey(path, { suffix, extension: type }, hasExtension)),
  }
}

/** Returns the address that an option names for a kind of side files. */
function presignedAddress(
  { facts: { kind } }: Omit<SideOutput, 'body'>,
  options: ResolvedOptions,
): UploadAddress | undefined {
  const row = kind in sideFiles ? sideFiles[kind as keyof typeof sideFiles] : undefined
  if (!row || !('uploadOption' in row)) return undefined
  const address = options[row.uploadOption]
  return address ? { option: row.uploadOption, address } : undefined
}
