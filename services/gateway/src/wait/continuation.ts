// The address at which a synchronous caller continues to wait. It carries the whole state, so any gateway can answer it.
import { REDIRECT_SECONDS } from '@render/options'
import { parseRenderId } from '../renders/render-id.ts'

export interface Continuation {
  renderId: string
  /** Number of redirects so far; 0 for the request that created the render. */
  hop: number
  /** 0 for never. */
  redirectAfterSeconds: number
  /** Whether the answer is that of a render link. */
  isLink: boolean
}

/** Redirects of one caller before the answer is a timeout. */
export const MAX_HOPS = 10

export const continuationPath = '/v1/redirect/:renderId/:hop'

/** `publicUrl` is the configured base address. */
export function continuationUrl(publicUrl: string, continuation: Continuation): string {
  const { renderId, hop, redirectAfterSeconds, isLink } = continuation
  const query = `redirect_after=${redirectAfterSeconds}${isLink ? '&link=true' : ''}`
  const path = continuationPath.replace(':renderId', renderId).replace(':hop', String(hop))
  return `${publicUrl}${path}?${query}`
}

/** Reads the parameters of path and query; returns undefined when `continuationUrl` cannot have made the path. */
export function parseContinuation(
  params: Record<string, unknown>,
  query: Record<string, unknown>,
): Continuation | undefined {
  const renderId = parseRenderId(params.renderId)
  const hop = parseNumber(params.hop, MAX_HOPS)
  if (!renderId || !hop) return undefined
  const seconds = parseNumber(query.redirect_after, REDIRECT_SECONDS.maximum)
  const redirectAfterSeconds = seconds ?? REDIRECT_SECONDS.default
  return { renderId, hop, redirectAfterSeconds, isLink: query.link === 'true' }
}

function parseNumber(text: unknown, maximum: number): number | undefined {
  const value = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  return value <= maximum ? value : undefined
}
