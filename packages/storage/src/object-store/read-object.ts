import { once } from 'node:events'
import { Readable } from 'node:stream'
import { StoreError } from '../store-error.ts'
import { withDeadline } from '../with-deadline.ts'
import { asStoreError } from './object-errors.ts'
import type { ObjectPart, OpenObject } from './objects.ts'

/** Opens an object at a part. */
type Get = (part: ObjectPart) => Promise<OpenObject>

interface Limits {
  /** Longest wait for the next bytes. */
  idleMs: number
  /** How often in a row a connection may break before any bytes have come. */
  maxBreaks: number
}

/** Opens an object, or a part of it, and resolves once its first bytes have come. Its errors are `StoreError`. */
export async function readObject(get: Get, part: ObjectPart, limits: Limits): Promise<OpenObject> {
  const opened = await get(part)
  const bytes = Readable.from(chunksOf(get, opened, part, limits), { objectMode: false })
  // An error may come before the caller listens; it rejects the next read all the same.
  bytes.on('error', () => undefined)
  await once(bytes, 'readable')
  return { ...opened, bytes }
}

/** Reads to the end. Continues where a connection broke, as stores end those of slow readers, while the object is the same. */
async function* chunksOf(
  get: Get,
  opened: OpenObject,
  { start, end }: ObjectPart,
  { idleMs, maxBreaks }: Limits,
): AsyncGenerator<Buffer> {
  const { etag, sizeBytes } = opened
  let { bytes } = opened
  let read = 0
  for (let breaks = 0; ; breaks++) {
    let problem: unknown = new StoreError('unavailable', 'read: too few bytes')
    try {
      for await (const chunk of withoutStalls(bytes, idleMs)) {
        read += chunk.length
        breaks = 0
        yield chunk
      }
    } catch (error) {
      problem = asStoreError('read', error)
    }
    if (read === sizeBytes) return
    if (breaks === maxBreaks) throw problem
    ;({ bytes } = await get({ start: start + read, end, etag }))
  }
}

/** Yields chunks, and fails as unavailable when none comes for `idleMs` although one is wanted. */
async function* withoutStalls(bytes: Readable, timeoutMs: number): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const next = await withDeadline('read', { timeoutMs }, () => chunks.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    bytes.destroy()
  }
}
