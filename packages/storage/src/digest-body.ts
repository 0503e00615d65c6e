import { createHash } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { openBody, type Body } from '@render/outputs'
import type { WriteOptions } from './artefact-store.ts'

/** A part of a body, from `start` to before `end`. */
export interface Part {
  start: number
  end: number
  /** In hex. */
  sha256: string
  md5: string
}

export interface BodyDigest {
  sizeBytes: number
  /** In hex. */
  sha256: string
  /** At least one; all have the same size but the last one. */
  parts: Part[]
}

/** Reads a body once and hashes it, as a whole and in parts. */
export async function digestBody(
  body: Body,
  partBytes: number,
  { signal, onChunk }: Pick<WriteOptions, 'signal' | 'onChunk'>,
): Promise<BodyDigest> {
  const whole = createHash('sha256')
  const parts: Part[] = []
  let open = startPart(0)
  const bytes = openBody(body)
  if (signal) addAbortSignal(signal, bytes)
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    whole.update(chunk)
    onChunk?.(chunk)
    for (let rest = chunk; rest.length > 0;) {
      if (open.sizeBytes === partBytes) {
        parts.push(endPart(open))
        open = startPart(open.start + partBytes)
      }
      const some = rest.subarray(0, partBytes - open.sizeBytes)
      open.sha256.update(some)
      open.md5.update(some)
      open.sizeBytes += some.length
      rest = rest.subarray(some.length)
    }
  }
  parts.push(endPart(open))
  return { sizeBytes: parts.at(-1)!.end, sha256: whole.digest('hex'), parts }
}

function startPart(start: number) {
  return { start, sizeBytes: 0, sha256: createHash('sha256'), md5: createHash('md5') }
}

function endPart({ start, sizeBytes, sha256, md5 }: ReturnType<typeof startPart>): Part {
  return { start, end: start + sizeBytes, sha256: sha256.digest('hex'), md5: md5.digest('hex') }
}
