import type { Rendered } from '@render/engine'
import type { SweepScheduler, UploadPlan } from '@render/jobs'
import {
  fileTypes,
  startCertificate,
  type FileTypeName,
  type RenderOutcome,
  type SideFile,
  type SideOutput,
} from '@render/outputs'
import { makeArtefactKey, toStore, type ArtefactStore, type DeliverOptions } from '@render/storage'
import type { Place, PlacesFor } from './places.ts'

interface DeliverContext {
  store: Pick<ArtefactStore, 'write'>
  sweeps: Pick<SweepScheduler, 'deleteLater'>
}

/** Bounds the files that are written at a time: a full page can have hundreds of slices. */
const MAX_CONCURRENT = 8

/** How long our store keeps the copy of a file for an answer that contains it. */
const COPY_MS = 10 * 60_000

/** What an attempt asks of its delivery. */
interface Delivery extends Omit<DeliverOptions, 'contentType' | 'onChunk'> {
  placesFor: PlacesFor
  /** Set when our store has a copy of the main file for the answer. */
  copy?: UploadPlan['copy']
  /** Set for a certificate of the main file: the options that it shows. */
  hashedOptions?: string
}

/**
 * Writes each output of an attempt to its place.
 * @throws {RenderError} `UploadFailedError`; `StoreError` when our store fails.
 */
export async function deliver(
  context: DeliverContext,
  { main, beside }: Pick<Rendered, 'main' | 'beside'>,
  { placesFor, copy, hashedOptions, ...attempt }: Delivery,
): Promise<Pick<RenderOutcome, 'artefact' | 'answerKey' | 'certificate' | 'files'>> {
  const places = placesFor(main.format)
  const write = async (
    type: FileTypeName,
    body: SideOutput['body'],
    place: Place,
    onChunk?: DeliverOptions['onChunk'],
  ) => {
    const { contentType } = fileTypes[type]
    return { contentType, ...(await place.write(body, { contentType, onChunk, ...attempt })) }
  }

  const open = hashedOptions === undefined ? undefined : startCertificate(hashedOptions)
  const artefact = await write(main.format, main.body, places.main, open && ((chunk) => open.update(chunk)))
  const certificate = open?.end()
  const deliverSideFile = async ({ facts, ...file }: SideOutput): Promise<SideFile> => {
    const place = places.beside({ ...file, facts })
    return { ...facts, file: place === 'main' ? artefact : await write(file.type, file.body, place) }
  }
  const files: SideFile[] = []
  for (let at = 0; at < beside.length; at += MAX_CONCURRENT)
    files.push(...(await Promise.all(beside.slice(at, at + MAX_CONCURRENT).map(deliverSideFile))))
  const answerKey = copy && (await copyForAnswer(context, main, copy, attempt))
  return {
    artefact,
    ...(certificate && { certificate }),
    ...(answerKey && { answerKey }),
    ...(files.length > 0 && { files }),
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
