import { createHash } from 'node:crypto'
import type { Rendered } from '@render/engine'
import type { RenderOutcome } from '@render/jobs'
import { makeArtefactKey, type ArtefactStore } from '@render/storage'

/**
 * Writes what an attempt made. Every attempt has a key of its own: one that lost its job meanwhile writes over nothing,
 * and what it wrote goes with its day.
 */
export async function deliver(
  store: Pick<ArtefactStore, 'write'>,
  { body, contentType, extension }: Pick<Rendered, 'body' | 'contentType' | 'extension'>,
): Promise<RenderOutcome['artefact']> {
  const key = makeArtefactKey(extension)
  await store.write(key, body)
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { key, contentType, sizeBytes: body.length, sha256 }
}
