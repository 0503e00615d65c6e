import type { Rendered } from '@render/engine'
import type { HttpClient } from '@render/net'
import { fileTypes, type RenderOutcome, type SideFile, type SideOutput } from '@render/outputs'
import { sideFileKey, makeArtefactKey, type ArtefactStore } from '@render/storage'
import { toStore } from './destination.ts'
import { toPresignedAddress } from './presigned-put.ts'

export interface DeliverContext {
  store: Pick<ArtefactStore, 'write'>
  http: Pick<HttpClient, 'put'>
}

/** Bounds the files that are written at a time: a full page can have hundreds of slices. */
const MAX_CONCURRENT = 8

/**
 * Writes each output of an attempt to its destination. Every attempt has keys of its own, so an attempt that lost its job
 * overwrites nothing; its files are swept with their day.
 * @throws {RenderError} `UploadFailedError`; `StoreError` when our store fails.
 */
export async function deliver(
  { store, http }: DeliverContext,
  { main, beside }: Pick<Rendered, 'main' | 'beside'>,
  signal: AbortSignal,
): Promise<Pick<RenderOutcome, 'artefact' | 'files'>> {
  const key = makeArtefactKey(main.format)
  const { contentType } = fileTypes[main.format]
  const artefact = { contentType, ...(await toStore(store, key).write(main.body, { contentType, signal })) }
  const deliverSideFile = async ({ type, suffix, body, facts, upload }: SideOutput): Promise<SideFile> => {
    // Beside an output of its own format the file is that output.
    if (type === main.format && suffix === '' && !upload) return { ...facts, file: artefact }
    const { contentType } = fileTypes[type]
    const destination = upload
      ? toPresignedAddress(http, upload)
      : toStore(store, sideFileKey(key, { suffix, extension: type }))
    return { ...facts, file: { contentType, ...(await destination.write(body, { contentType, signal })) } }
  }

  const files: SideFile[] = []
  for (let at = 0; at < beside.length; at += MAX_CONCURRENT)
    files.push(...(await Promise.all(beside.slice(at, at + MAX_CONCURRENT).map(deliverSideFile))))
  return { artefact, ...(files.length > 0 && { files }) }
}
