import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { download, readAll, type Download, type DownloadFailure, type DownloadRequest } from './download.ts'
import type { Egress } from '../policy/egress-policy.ts'
import {
  connectionTo,
  exchange,
  reasonOf,
  type FailureReason,
  type Message,
  type Opened,
} from './exchange.ts'
import { portOf } from '../policy/ports.ts'

export interface SendRequest {
  headers: Record<string, string>
  /** A stream needs a `content-length` header; without one the request is sent in chunks. */
  body: string | Uint8Array | Readable
  /** Time limit of resolving, connecting, sending, and receiving the response headers together. */
  timeoutMs: number
  signal?: AbortSignal
}

interface FullRequest extends DownloadRequest {
  method: string
  headers: Record<string, string>
  /** A stream needs a `content-length` header; without one the request is sent in chunks. */
  body?: Message['body']
}

interface FullResponse extends Download {
  headers: IncomingHttpHeaders
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The first 1 kB of the body, decoded as UTF-8. */
  bodyStart: string
}

export interface HttpFailure {
  failure: FailureReason
}

/** A client for addresses that callers name. */
export interface HttpClient {
  /**
   * Sends one request and returns the response, whatever its status; redirects are not followed. User name and password in
   * the URL become Basic authorization. Rejects only when `signal` aborts, with its reason.
   */
  post(url: URL, request: SendRequest): Promise<HttpResponse | HttpFailure>
  /** Like `post`. */
  put(url: URL, request: SendRequest): Promise<HttpResponse | HttpFailure>
  /** Sends one request and reads the whole response; redirects are not followed. Rejects only when `signal` aborts. */
  request(url: URL, request: FullRequest): Promise<FullResponse | HttpFailure | { failure: 'too_large' }>
  /** Downloads a file. Follows redirects, and checks the address of each. Rejects only when `signal` aborts. */
  download(url: URL, request: DownloadRequest): Promise<Download | DownloadFailure>
}

/** A response body up to this size is read to its end; the rest of a longer one is not. */
const MAX_BODY_BYTES = 16 * 1024
const MAX_BEGINNING_BYTES = 1024

export function createHttpClient(egress: Egress): HttpClient {
  async function send<T>(
    url: URL,
    message: Message,
    request: Pick<SendRequest, 'timeoutMs' | 'signal'>,
    read: (opened: Opened) => Promise<T>,
  ): Promise<T | HttpFailure> {
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const signal = AbortSignal.any([deadline, ...(request.signal ? [request.signal] : [])])
    try {
      const addresses = await egress.resolve(url.hostname, portOf(url), signal)
      return await read(await exchange(url, message, connectionTo(addresses), signal))
    } catch (error) {
      request.signal?.throwIfAborted()
      return { failure: deadline.aborted ? ('timeout' as const) : reasonOf(error, url) }
    }
  }
  const deliver = (method: string, url: URL, request: SendRequest) => {
    const { headers, body } = request
    return send(url, { method, headers, body }, request, async ({ stream, ...response }) => ({
      ...response,
      bodyStart: await readSome(stream),
    }))
  }
  return {
    post: (url, request) => deliver('POST', url, request),
    put: (url, request) => deliver('PUT', url, request),
    request(url, request) {
      const { method, headers, body, maxBytes } = request
      return send(url, { method, headers, body }, request, async (opened) => {
        const response = await readAll(opened, maxBytes)
        return 'failure' in response ? response : { ...response, headers: opened.headers }
      })
    },
    download: (url, request) => download(egress, url, request),
  }
}

async function readSome(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let readBytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      readBytes += chunk.byteLength
      // Leaving the loop destroys the stream and its socket.
      if (readBytes >= MAX_BODY_BYTES) break
    }
  } catch {
    // The status is known; an error in the body does not matter.
  }
  const bodyStart = Buffer.concat(chunks).subarray(0, MAX_BEGINNING_BYTES)
  // Leaves out a character that is cut at the end.
  return new TextDecoder().decode(bodyStart, { stream: true })
}
