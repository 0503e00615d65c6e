import type { Rendered } from '@render/engine'
import { PRIVATE_ANSWER_KEPT_MS, type SweepScheduler, type UploadTarget } from '@render/jobs'
import {
  fileTypes,
  sideFileLists,
  sideFiles,
  startCertificate,
  type FileTypeName,
  type RenderOutcome,
  type SideFile,
  type SideOutput,
} from '@render/outputs'
import {
  makeArtefactKey,
  toStore,
  type ArtefactStore,
  type DestinationOptions,
  type Destination,
} from '@render/storage'
import type { DestinationsFor } from './destinations.ts'

interface StoreContext {
  store: Pick<ArtefactStore, 'write'>
  sweeps: Pick<SweepScheduler, 'deleteLater'>
}

/** Bounds the files that are written at a time: a full page can have hundreds of slices. */
const MAX_CONCURRENT = 8

/** Milliseconds for which our store has the copy of a file for an answer, by its kind. */
const COPY_LIFE: Record<NonNullable<UploadTarget['copy']>, number | undefined> = {
  once: PRIVATE_ANSWER_KEPT_MS,
  brief: 10 * 60_000,
  kept: undefined,
}

/** How an attempt stores its outputs. */
interface StoreOptions extends Omit<DestinationOptions, 'contentType' | 'onChunk'> {
  destinationsFor: DestinationsFor
  /** Set when our store has a copy of the main file for the answer. */
  copy?: UploadTarget['copy']
  /** Set for a certificate of the main file: the options that it shows. */
  hashedOptions?: string
}

/** The option that asks for each kind of side file. */
const requestedBy = { ...sideFiles, ...sideFileLists }

type Outputs = Pick<Rendered, 'main' | 'sideOutputs'>
export type StoredOutputs = Pick<
  RenderOutcome,
  'artefact' | 'answerKey' | 'isAnsweredOnce' | 'certificate' | 'files'
>

/**
 * Writes each output of an attempt to its destination. When one cannot be written, the writes beside it end too.
 * @throws {RenderError} `UploadFailedError`; `StoreError` when our store fails.
 */
export async function storeOutputs(
  context: StoreContext,
  outputs: Outputs,
  { signal, ...options }: StoreOptions,
): Promise<StoredOutputs> {
  const failing = new AbortController()
  try {
    const either = AbortSignal.any([signal, failing.signal])
    return await storeAll(context, outputs, { ...options, signal: either })
  } catch (error) {
    failing.abort(error)
    signal.throwIfAborted()
    throw error
  }
}

async function storeAll(
  context: StoreContext,
  { main, sideOutputs }: Outputs,
  { destinationsFor, copy, hashedOptions, ...attempt }: StoreOptions,
): Promise<StoredOutputs> {
  const destinations = destinationsFor(main.format)
  const write = async <Where extends object>(
    type: FileTypeName,
    body: SideOutput['body'],
    destination: Destination<Where>,
    onChunk?: DestinationOptions['onChunk'],
  ) => {
    const { contentType } = fileTypes[type]
    return { contentType, ...(await destination.write(body, { contentType, onChunk, ...attempt })) }
  }

  const open = hashedOptions === undefined ? undefined : startCertificate(hashedOptions)
  const artefact = await write(
    main.format,
    main.body,
    destinations.main,
    open && ((chunk) => open.update(chunk)),
  )
  const certificate = open?.end()
  const storeSideFile = async ({ facts, ...file }: SideOutput): Promise<SideFile | undefined> => {
    const destination = destinations.beside({ ...file, facts })
    if (destination === 'main') return { ...facts, file: artefact as SideFile['file'] }
    if (typeof destination !== 'string')
      return { ...facts, file: await write(file.type, file.body, destination) }
    const { option } = requestedBy[facts.kind]
    attempt.warn(`A file of "${option}" was not stored: with "${destination}" the service keeps no files.`)
    return undefined
  }
  const files: SideFile[] = []
  for (let at = 0; at < sideOutputs.length; at += MAX_CONCURRENT) {
    const stored = await Promise.all(sideOutputs.slice(at, at + MAX_CONCURRENT).map(storeSideFile))
    files.push(...stored.filter((file) => file !== undefined))
  }
  const copyKey = copy && (await copyForAnswer(context, main, copy, attempt))
  return {
    artefact,
    ...(certificate && { certificate }),
    ...(copyKey && { answerKey: copyKey }),
    ...(copy === 'once' && { isAnsweredOnce: true }),
    ...(files.length > 0 && { files }),
  }
}

/**
 * Writes the main file to our store as well. The deletion is queued first, so that a crash leaves nothing behind; after a write
 * that took long once more, because the first one may come before its end.
 */
async function copyForAnswer(
  { store, sweeps }: StoreContext,
  { format, body }: Rendered['main'],
  copy: NonNullable<UploadTarget['copy']>,
  attempt: Omit<DestinationOptions, 'contentType' | 'onChunk'>,
): Promise<string> {
  const key = makeArtefactKey(format)
  const lifeMs = COPY_LIFE[copy]
  const begunAt = performance.now()
  if (lifeMs !== undefined) await sweeps.deleteLater(key, lifeMs)
  await toStore(store, key).write(body, { contentType: fileTypes[format].contentType, ...attempt })
  if (lifeMs !== undefined && performance.now() - begunAt > lifeMs / 2) await sweeps.deleteLater(key, lifeMs)
  return key
}
