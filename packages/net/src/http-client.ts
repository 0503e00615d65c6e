import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { RenderError } from '@render/errors'
import got, { RequestError } from 'got'
import type { Egress } from './egress-policy.ts'
import { pinnedLookup } from './pinned-lookup.ts'
import { portOf } from './ports.ts'

export interface PostRequest {
  headers: Record<string, string>
  body: string | Uint8Array
  /** For everything together: resolving, connecting, sending, and the whole head of the answer. */
  timeoutMs: number
  signal?: AbortSignal
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
}

/** Why there was no answer. A host that does not resolve counts as not allowed: nobody learns of internal names. */
export type FailureReason =
  | 'destination_not_allowed'
  | 'timeout'
  | 'tls_failed'
  | 'connection_failed'
  | 'invalid_response'

export interface Failure {
  failure: FailureReason
}

/** A client for addresses that strangers gave us. */
export interface HttpClient {
  /**
   * Sends one request and reports the answer's status, whatever it is; redirects are not followed. User name and password
   * in the address become Basic authorization. Rejects only when `signal` aborts, with its reason.
   */
  post(url: URL, request: PostRequest): Promise<Answer | Failure>
}

/** Receivers that end within this many bytes see their answer taken; the rest of a longer one is not read. */
const MAXIMUM_BODY_BYTES = 16 * 1024

export function createHttpClient(egress: Egress): HttpClient {
  return {
    async post(url, request) {
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const signal = AbortSignal.any([deadline, ...(request.signal ? [request.signal] : [])])
      try {
        const addresses = await egress.resolve(url.hostname, portOf(url), signal)
        return await exchange(url, request, addresses, signal)
      } catch (error) {
        request.signal?.throwIfAborted()
        return { failure: deadline.aborted ? 'timeout' : reasonOf(error, url) }
      }
    },
  }
}

async function exchange(
  url: URL,
  { headers, body }: PostRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  const request = got.stream.post(withoutCredentials(url), {
    headers: { ...headers, ...authorization(url) },
    body,
    signal,
    dnsLookup: pinnedLookup(addresses),
    // A connection of its own, so that no earlier decision is reused.
    agent: { http: false, https: false },
    https: { rejectUnauthorized: true },
    http2: false,
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
  })
  // Errors after the head of the answer change nothing, but must have a listener.
  request.on('error', () => undefined)

  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const answer = { status: response.statusCode!, headers: response.headers }
  await readSome(request)
  return answer
}

async function readSome(stream: AsyncIterable<Uint8Array>): Promise<void> {
  let readBytes = 0
  try {
    for await (const chunk of stream) {
      readBytes += chunk.byteLength
      if (readBytes >= MAXIMUM_BODY_BYTES) {
        // Leaving the loop destroys the stream and its socket.
        return
      }
    }
  } catch {
    // The status is known; how the body ends is of no interest.
  }
}

function authorization({ username, password }: URL): Record<string, string> {
  const pair = `${decode(username)}:${decode(password)}`
  return pair === ':' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function withoutCredentials(url: URL): URL {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  return copy
}

function reasonOf(error: unknown, url: URL): FailureReason {
  if (error instanceof RenderError) return 'destination_not_allowed'
  const { code, timings } = error instanceof RequestError ? error : {}
  if (code?.startsWith('HPE_')) return 'invalid_response'
  const hasConnected = timings?.connect !== undefined
  const isSecured = timings?.secureConnect !== undefined
  return url.protocol === 'https:' && hasConnected && !isSecured ? 'tls_failed' : 'connection_failed'
}
