import type { Egress } from './egress-policy.ts'
import {
  allow,
  connectionTo,
  exchange,
  readBody,
  reasonOf,
  type FailureReason,
  type Opened,
} from './exchange.ts'
import { parseAddress } from './parse-address.ts'
import { portOf } from './ports.ts'

export interface DownloadRequest {
  /** For everything together, redirects and body included. */
  timeoutMs: number
  maximumBytes: number
  signal?: AbortSignal
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
const MAXIMUM_REDIRECTS = 5

/** Reads a file by GET. Every address on the way is judged as the first one is. */
export async function download(
  egress: Egress,
  url: URL,
  { timeoutMs, maximumBytes, signal }: DownloadRequest,
): Promise<Download | DownloadFailure> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([deadline, ...(signal ? [signal] : [])])
  let at = url
  try {
    for (let hops = 0; hops <= MAXIMUM_REDIRECTS; hops++) {
      const addresses = await egress.resolve(at.hostname, portOf(at), either)
      const answer = await exchange(at, { method: 'GET' }, connectionTo(addresses), either)
      const next = redirectOf(answer)
      if (next === undefined) return await readAll(answer, maximumBytes)
      answer.stream.destroy()
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

/** All of an answer, unless it is larger than it may be. */
export async function readAll(
  answer: Opened,
  maximumBytes: number,
): Promise<Download | { failure: 'too_large' }> {
  const { status, headers } = answer
  const contentType = headers['content-type']
  const body = await readBody(answer, allow(maximumBytes))
  return body ? { status, ...(contentType && { contentType }), body } : { failure: 'too_large' }
}
