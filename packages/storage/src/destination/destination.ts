import { RenderError } from '@render/errors'
import type { Body } from '@render/outputs'
import type { ArtefactStore, WriteOptions, Written } from '../artefact-store.ts'
import { digestBody } from '../digest-body.ts'
import { failureOf } from '../upload-failure.ts'

export interface DestinationOptions extends Pick<WriteOptions, 'contentType' | 'onChunk'> {
  signal: AbortSignal
  /** Reports to the caller what was done otherwise than requested. */
  warn: (warning: string) => void
}

/**
 * Stores the bytes of one output; nothing reads them back. `Place` is the location of the output in the outcome. Rejects
 * unless all bytes are stored: with `StoreError` for our own store, else with `UploadFailedError`.
 */
export interface Destination<Place extends object> {
  write(body: Body, options: DestinationOptions): Promise<Written & Place>
}

/** Writes an output to the artefact store. */
export function toStore(store: Pick<ArtefactStore, 'write'>, key: string): Destination<{ key: string }> {
  return {
    async write(body, { contentType, signal, onChunk }) {
      return { key, ...(await store.write(key, body, { contentType, signal, onChunk })) }
    },
  }
}

/** Writes nothing; returns the facts of the output all the same. */
export const toNowhere: Destination<object> = {
  async write(body, { signal, onChunk }) {
    const { sizeBytes, sha256 } = await digestBody(body, Infinity, { signal, onChunk })
    return { sizeBytes, sha256 }
  },
}

/** Builds the failure of a render by the option that leads to the store, such as `use_s3` or `thumbnails[0].presigned_url`. */
export function uploadFailed(option: string, error: unknown): RenderError {
  const cause = failureOf(error)
  const subject = option.startsWith('use_') ? 'store' : 'address'
  const name = option.replace(/\W.*/, '')
  return RenderError.forOption(
    name,
    `"${option}": the ${subject} ${cause.message}.`,
    'UploadFailedError',
    cause,
  )
}
