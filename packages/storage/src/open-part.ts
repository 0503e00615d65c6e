import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Body } from '@render/outputs'
import type { Part } from './digest-body.ts'

/** Opens the bytes of a part for one try, because a stream can be read once, and closes them after it. */
export async function withPart<T>(
  body: Body,
  part: Part,
  send: (bytes: Buffer | Readable) => Promise<T>,
): Promise<T> {
  const bytes = openPart(body, part)
  try {
    return await send(bytes)
  } finally {
    if (!Buffer.isBuffer(bytes)) bytes.destroy()
  }
}

function openPart(body: Body, { start, end }: Part): Buffer | Readable {
  if ('bytes' in body) return body.bytes.subarray(start, end)
  if (start === end) return Buffer.alloc(0)
  // The request fails with the stream, which may fail before anything listens to it.
  return createReadStream(body.path, { start, end: end - 1 }).on('error', () => undefined)
}
