// Conditional and partial requests, RFC 9110 sections 13 and 14.
import type { StoredArtefact } from '@render/storage'
import type { Request } from 'express'

/** Bytes from `start` to `end`, both included. */
export interface Slice {
  start: number
  end: number
}

/** Whether the caller has the file already. Asked for by whoever revalidates, so `Cache-Control: no-cache` is no reason. */
export function isUnchanged(req: Request, { etag, modified }: { etag: string; modified?: Date }): boolean {
  const known = req.headers['if-none-match']
  if (known !== undefined) {
    return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  }
  if (!modified) return false
  // Dates of HTTP have whole seconds.
  const since = Date.parse(req.headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

/** The one range that is asked for; undefined for the whole, also when several are asked for. */
export function sliceOf(
  req: Request,
  { etag, sizeBytes }: Pick<StoredArtefact, 'etag' | 'sizeBytes'>,
): Slice | 'outside' | undefined {
  const isSame = (req.headers['if-range'] ?? etag) === etag
  if (req.method !== 'GET' || !isSame || asksForMoreThan(sizeBytes, req.headers.range)) return undefined
  const ranges = req.range(sizeBytes)
  if (ranges === -1) return 'outside'
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}

/** The last bytes, and more of them than there are: that is the whole, not a range that lies outside. */
function asksForMoreThan(sizeBytes: number, range = ''): boolean {
  return sizeBytes > 0 && Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0) > sizeBytes
}
