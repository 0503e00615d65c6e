import type { IncomingHttpHeaders } from 'node:http'
import { download, readAll, type Download, type DownloadFailure, type DownloadRequest } from './download.ts'
import type { Egress } from './egress-policy.ts'
import {
  connectionTo,
  exchange,
  reasonOf,
  type FailureReason,
  type Message,
  type Opened,
} from './exchange.ts'
import { portOf } from './ports.ts'

export interface SendRequest {
  headers: Record<string, string>
  body: string | Uint8Array
  /** For everything together: resolving, connecting, sending, and the whole head of the answer. */
  timeoutMs: number
  signal?: AbortSignal
}

interface AskRequest extends DownloadRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** How its body begins, at most 1 kB, read as UTF-8. */
  beginning: string
}

export interface Failure {
  failure: FailureReason
}

/** A client for addresses that strangers gave us. */
export interface HttpClient {
  /**
   * Sends one request and reports the answer's status, whatever it is; redirects are not followed. User name and password
   * in the address become Basic authorization. Rejects only when `signal` aborts, with its reason.
   */
  post(url: URL, request: SendRequest): Promise<Answer | Failure>
  /** As `post`. */
  put(url: URL, request: SendRequest): Promise<Answer | Failure>
  /** Sends one request and reads the whole answer; redirects are not followed. Rejects only when `signal` aborts. */
  ask(url: URL, request: AskRequest): Promise<Download | Failure | { failure: 'too_large' }>
  /** Reads a file. Redirects are followed, each address judged anew. Rejects only when `signal` aborts. */
  download(url: URL, request: DownloadRequest): Promise<Download | DownloadFailure>
}

/** Receivers that end within this many bytes see their answer taken; the rest of a longer one is not read. */
const MAXIMUM_BODY_BYTES = 16 * 1024
const MAXIMUM_BEGINNING_BYTES = 1024

export function createHttpClient(egress: Egress): HttpClient {
  async function send<T>(
    url: URL,
    message: Message,
    request: Pick<SendRequest, 'timeoutMs' | 'signal'>,
    read: (opened: Opened) => Promise<T>,
  ): Promise<T | Failure> {
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
    return send(url, { method, headers, body }, request, async ({ stream, ...answer }) => ({
      ...answer,
      beginning: await readSome(stream),
    }))
  }
  return {
    post: (url, request) => deliver('POST', url, request),
    put: (url, request) => deliver('PUT', url, request),
    ask(url, request) {
      const { method, headers, body, maximumBytes } = request
      return send(url, { method, headers, body }, request, (opened) => readAll(opened, maximumBytes))
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
      if (readBytes >= MAXIMUM_BODY_BYTES) break
    }
  } catch {
    // The status is known; how the body ends is of no interest.
  }
  const beginning = Buffer.concat(chunks).subarray(0, MAXIMUM_BEGINNING_BYTES)
  // A character that is cut off at the end is left out.
  return new TextDecoder().decode(beginning, { stream: true })
}
