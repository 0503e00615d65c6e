import { createHash } from 'node:crypto'
import type { Rendered, SideFile as MadeFile } from '@render/engine'
import type { RenderOutcome, SideFile } from '@render/jobs'
import type { HttpClient } from '@render/net'
import { keyBeside, makeArtefactKey, type ArtefactStore } from '@render/storage'
import { upload } from './upload.ts'

/** Where files go. */
export interface Places {
  store: Pick<ArtefactStore, 'write'>
  http: Pick<HttpClient, 'put'>
}

/** A full page can be hundreds of slices. */
const FILES_AT_ONCE = 8

/**
 * Writes what an attempt made, or sends it where the caller wants it. Every attempt has a key of its own: one that lost its
 * job meanwhile writes over nothing, and what it wrote goes with its day.
 * @throws {RenderError} `UploadFailedError`.
 */
export async function deliver(
  { store, http }: Places,
  { files, ...main }: Pick<Rendered, 'body' | 'contentType' | 'extension' | 'files'>,
  signal: AbortSignal,
): Promise<Pick<RenderOutcome, 'artefact' | 'files'>> {
  const key = makeArtefactKey(main.extension)
  const written = store.write(key, main.body)
  const artefact = { key, ...factsOf(main) }
  await written

  const place = async ({ suffix, extension, upload: wanted, ...file }: MadeFile): Promise<SideFile> => {
    const { body, contentType, ...told } = file
    const facts = factsOf(file)
    if (wanted) {
      const location = await upload(http, { ...wanted, body, contentType }, signal)
      return { ...told, file: { location, ...facts } }
    }
    const beside = keyBeside(key, { suffix, extension })
    await store.write(beside, body)
    return { ...told, file: { key: beside, ...facts } }
  }

  const placed: SideFile[] = []
  for (let at = 0; at < files.length; at += FILES_AT_ONCE)
    placed.push(...(await Promise.all(files.slice(at, at + FILES_AT_ONCE).map(place))))
  return { artefact, ...(placed.length > 0 && { files: placed }) }
}

function factsOf({ body, contentType }: Pick<Rendered, 'body' | 'contentType'>) {
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { contentType, sizeBytes: body.length, sha256 }
}
