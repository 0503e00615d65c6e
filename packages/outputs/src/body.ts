import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** A file in the scratch folder of the render. */
export interface FileBody {
  path: string
  sizeBytes: number
}

/** The bytes of a file: in memory, or on disk. */
export type Body = { bytes: Buffer } | FileBody

export function sizeOf(body: Body): number {
  return 'bytes' in body ? body.bytes.length : body.sizeBytes
}

/** Opens a body for reading from its first byte; large ones never lie in memory as a whole. */
export function openBody(body: Body): Readable {
  return 'bytes' in body ? Readable.from([body.bytes], { objectMode: false }) : createReadStream(body.path)
}

/** Returns the whole body as one buffer. Only for bodies that are known to be small. */
export async function readBody(body: Body): Promise<Buffer> {
  return 'bytes' in body ? body.bytes : readFile(body.path)
}
