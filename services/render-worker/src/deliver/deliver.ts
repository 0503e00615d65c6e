import type { Rendered } from '@render/engine'
import type { SweepScheduler, UploadPlan } from '@render/jobs'
import type { CallerStore } from './caller-store.ts'
import type { HttpClient } from '@render/net'
import {
  fileTypes,
  startCertificate,
  type FileTypeName,
  type RenderOutcome,
  type SideFile,
  type SideOutput,
} from '@render/outputs'
import {
  makeArtefactKey,
  objectKey,
  sideFileKey,
  toAddress,
  toStore,
  type ArtefactStore,
  type DeliverOptions,
  type Destination,
} from '@render/storage'

export interface DeliverContext {
  store: Pick<ArtefactStore, 'write'>
  http: Pick<HttpClient, 'put' | 'request'>
  sweeps: Pick<SweepScheduler, 'deleteLater'>
}

/** Where the main file of an attempt goes, and those beside it. */
interface Places {
  main: Destination<{ key: string } | { location: string }>
  beside: (file: Pick<SideOutput, 'suffix' | 'type'>) => Places['main']
}

/** What an attempt asks of its delivery. */
interface Delivery extends Omit<DeliverOptions, 'contentType' | 'onChunk'> {
  /** Set when the files go to a store of the caller's. */
  upload?: CallerStore
  /** Set for a certificate of the main file: the options that it shows. */
  hashedOptions?: string
}

/** Bounds the files that are written at a time: a full page can have hundreds of slices. */
const MAX_CONCURRENT = 8

/** How long our store keeps the copy of a file for an answer that contains it. */
const COPY_MS = 10 * 60_000

/**
 * Writes each output of an attempt to its destination. In our store every attempt has keys of its own, so an attempt that lost
 * its job overwrites nothing; its files are swept with their day. In a store of the caller's all attempts write the same objects.
 * @throws {RenderError} `UploadFailedError`; `StoreError` when our store fails.
 */
export async function deliver(
  context: DeliverContext,
  { main, beside }: Pick<Rendered, 'main' | 'beside'>,
  { upload, hashedOptions, ...attempt }: Delivery,
): Promise<Pick<RenderOutcome, 'artefact' | 'answerKey' | 'certificate' | 'files'>> {
  const { store, http } = context
  const places = upload ? inCallerStore(upload, main.format) : inStore(store, main.format)
  const write = async (
    type: FileTypeName,
    body: SideOutput['body'],
    destination: Places['main'],
    onChunk?: DeliverOptions['onChunk'],
  ) => {
    const { contentType } = fileTypes[type]
    return { contentType, ...(await destination.write(body, { contentType, onChunk, ...attempt })) }
  }

  const open = hashedOptions === undefined ? undefined : startCertificate(hashedOptions)
  const artefact = await write(main.format, main.body, places.main, open && ((chunk) => open.update(chunk)))
  const certificate = open?.end()
  const deliverSideFile = async ({ facts, ...file }: SideOutput): Promise<SideFile> => {
    const { type, suffix, body, upload } = file
    // Beside an output of its own format the file is that output.
    if (type === main.format && suffix === '' && !upload) return { ...facts, file: artefact }
    return { ...facts, file: await write(type, body, upload ? toAddress(http, upload) : places.beside(file)) }
  }
  const files: SideFile[] = []
  for (let at = 0; at < beside.length; at += MAX_CONCURRENT)
    files.push(...(await Promise.all(beside.slice(at, at + MAX_CONCURRENT).map(deliverSideFile))))
  const answerKey = upload?.copy && (await copyForAnswer(context, main, upload.copy, attempt))
  return {
    artefact,
    ...(certificate && { certificate }),
    ...(answerKey && { answerKey }),
    ...(files.length > 0 && { files }),
  }
}

function inStore(store: DeliverContext['store'], format: FileTypeName): Places {
  const key = makeArtefactKey(format)
  return {
    main: toStore(store, key),
    beside: ({ suffix, type }) => toStore(store, sideFileKey(key, { suffix, extension: type })),
  }
}

function inCallerStore({ at, path, hasEnding }: CallerStore, format: FileTypeName): Places {
  return {
    main: at(objectKey(path, { extension: format }, hasEnding)),
    beside: ({ suffix, type }) => at(objectKey(path, { suffix, extension: type }, hasEnding)),
  }
}

/** Writes the main file to our store as well; the deletion is queued first, so that a crash leaves nothing behind. */
async function copyForAnswer(
  { store, sweeps }: DeliverContext,
  { format, body }: Rendered['main'],
  copy: NonNullable<UploadPlan['copy']>,
  attempt: Omit<DeliverOptions, 'contentType' | 'onChunk'>,
): Promise<string> {
  const key = makeArtefactKey(format)
  if (copy === 'brief') await sweeps.deleteLater(key, COPY_MS)
  await toStore(store, key).write(body, { contentType: fileTypes[format].contentType, ...attempt })
  return key
}
