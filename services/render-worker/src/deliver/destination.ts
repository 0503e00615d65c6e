import type { Body } from '@render/outputs'
import type { ArtefactStore, Written } from '@render/storage'

export interface WriteOptions {
  contentType: string
  signal: AbortSignal
}

/** Stores the bytes of one output. `Place` is the location of the output in the outcome. */
export interface Destination<Place extends object> {
  write(body: Body, options: WriteOptions): Promise<Written & Place>
}

/** Writes an output to the artefact store. */
export function toStore(store: Pick<ArtefactStore, 'write'>, key: string): Destination<{ key: string }> {
  return {
    async write(body, options) {
      return { key, ...(await store.write(key, body, options)) }
    },
  }
}
