import type { Egress } from '../policy/egress-policy.ts'
import {
  allow,
  connectionTo,
  exchange,
  readBody,
  reasonOf,
  type FailureReason,
  type Opened,
} from './exchange.ts'
import { parseAddress } from '../names/parse-address.ts'
import { portOf } from '../policy/ports.ts'

export interface DownloadRequest {
  /** Time limit of the whole download, with redirects and body. */
  timeoutMs: number
  maxBytes: number
  signal?: AbortSignal
  /** Refuses http, also after redirects, except for hosts that the operator allowed. */
  httpsOnly?: boolean
}

export interface Download {
  status: number
  contentType?: string
  body: Buffer
}

export interface DownloadFailure {
  failure: FailureReason | 'too_large' | 'too_many_redirects'
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 5

/** Downloads a file by GET. The address of each redirect is checked like the first one. */
export async function download(
  egress: Egress,
  url: URL,
  { timeoutMs, maxBytes, signal, httpsOnly = false }: DownloadRequest,
): Promise<Download | DownloadFailure> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([deadline, ...(signal ? [signal] : [])])
  let at = url
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      if (httpsOnly && at.protocol !== 'https:' && !egress.isAllowed(at))
        return { failure: 'destination_not_allowed' }
      const addresses = await egress.resolve(at.hostname, portOf(at), either)
      const response = await exchange(at, { method: 'GET' }, connectionTo(addresses), either)
      const next = redirectOf(response)
      if (next === undefined) return await readAll(response, maxBytes)
      response.stream.destroy()
      at = parseAddress(new URL(next, at).href)
    }
    return { failure: 'too_many_redirects' }
  } catch (error) {
    signal?.throwIfAborted()
    return { failure: deadline.aborted ? 'timeout' : reasonOf(error, at) }
  }
}

function redirectOf({ status, headers }: Opened): string | undefined {
  return REDIRECTS.has(status) ? headers.location : undefined
}

/** Reads a whole response, unless it is larger than `maxBytes`. */
export async function readAll(
  response: Opened,
  maxBytes: number,
): Promise<Download | { failure: 'too_large' }> {
  const { status, headers } = response
  const contentType = headers['content-type']
  const body = await readBody(response, allow(maxBytes))
  return body ? { status, ...(contentType && { contentType }), body } : { failure: 'too_large' }
}
