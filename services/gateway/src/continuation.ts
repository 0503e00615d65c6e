// Where a synchronous caller goes on waiting. Everything is in the address, so any gateway can answer it.
import { parseRenderId } from './render-id.ts'

export interface Continuation {
  renderId: string
  /** How many times the caller was sent on; 0 for the request that created the render. */
  hop: number
  /** 0 for never. */
  redirectAfterSeconds: number
}

/** How many times a caller is sent on before it is told to poll. */
export const MOST_HOPS = 10
const DEFAULT_SECONDS = 95
const LONGEST_SECONDS = 300

export const continuationPath = '/v1/redirect/:renderId/:hop'

/** `publicUrl` is the configured base address. */
export function continuationUrl(publicUrl: string, continuation: Continuation): string {
  const { renderId, hop, redirectAfterSeconds } = continuation
  return `${publicUrl}/v1/redirect/${renderId}/${hop}?redirect_after=${redirectAfterSeconds}`
}

/** Reads parameters of the path and the query; undefined when the path is none of ours. */
export function parseContinuation(
  params: Record<string, unknown>,
  query: Record<string, unknown>,
): Continuation | undefined {
  const renderId = parseRenderId(params.renderId)
  const hop = parseNumber(params.hop, MOST_HOPS)
  if (!renderId || !hop) return undefined
  const redirectAfterSeconds = parseNumber(query.redirect_after, LONGEST_SECONDS) ?? DEFAULT_SECONDS
  return { renderId, hop, redirectAfterSeconds }
}

function parseNumber(text: unknown, most: number): number | undefined {
  const value = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  return value <= most ? value : undefined
}
