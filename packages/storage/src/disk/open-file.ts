import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { addAbortSignal, Readable } from 'node:stream'
import type { ByteRange } from '../artefact-store.ts'
import { asStoreError } from './disk-errors.ts'

/** Opens a file and resolves once its first bytes are read. Its errors are `StoreError`; `signal` closes it. */
export async function openFile(
  path: string,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<Readable> {
  const file = createReadStream(path, range)
  const bytes = addAbortSignal(signal, Readable.from(withStoreErrors(file), { objectMode: false }))
  // An error may come before the caller listens; it rejects the next read all the same.
  bytes.on('error', () => undefined)
  await once(bytes, 'readable')
  return bytes
}

async function* withStoreErrors(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes as AsyncIterable<Buffer>
  } catch (error) {
    throw asStoreError(error)
  }
}
