// Conditional and partial requests, RFC 9110 sections 13 and 14.
import type { ByteRange, StoredArtefact } from '@render/storage'
import type { Request } from 'express'

const CONDITIONS = ['range', 'if-none-match', 'if-modified-since']

/** Returns whether a request is for the whole file in any case. */
export function isForAll({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' && CONDITIONS.every((name) => headers[name] === undefined)
}

/**
 * Returns whether the client already has the current version. `Cache-Control: no-cache` does not matter: clients send it when
 * they revalidate.
 */
export function isUnchanged(req: Request, { etag, modified }: { etag: string; modified?: Date }): boolean {
  const known = req.headers['if-none-match']
  if (known !== undefined) {
    return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  }
  if (!modified) return false
  // HTTP dates have whole seconds.
  const since = Date.parse(req.headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

/** Returns the requested range; undefined when the whole file is to be sent, also for a request of several ranges. */
export function requestedRange(
  req: Request,
  { etag, sizeBytes }: Pick<StoredArtefact, 'etag' | 'sizeBytes'>,
): ByteRange | 'outside' | undefined {
  const isSame = (req.headers['if-range'] ?? etag) === etag
  if (req.method !== 'GET' || !isSame || asksForMoreThan(sizeBytes, req.headers.range)) return undefined
  const ranges = req.range(sizeBytes)
  if (ranges === -1) return 'outside'
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}

/** Returns whether a suffix range is longer than the file: that means the whole file, not a range outside of it. */
function asksForMoreThan(sizeBytes: number, range = ''): boolean {
  return sizeBytes > 0 && Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0) > sizeBytes
}
