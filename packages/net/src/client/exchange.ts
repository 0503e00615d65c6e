import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { RenderError } from '@render/errors'
import { isUndecided } from '../policy/egress-policy.ts'
import got, { RequestError, type OptionsInit, type Request } from 'got'
import { autoSelectFamilyAttemptTimeout, pinnedLookup } from '../names/pinned-lookup.ts'
import { decodePart } from './decode-part.ts'

export interface Message {
  method: string
  headers?: Record<string, string>
  /** A stream needs a `content-length` header; without one the request is sent in chunks. */
  body?: string | Uint8Array | Readable
}

/** The status and headers of a response whose body has not been read yet. */
export interface Opened {
  status: number
  headers: IncomingHttpHeaders
  stream: Request
}

/** Why there was no response. A host that does not resolve counts as not allowed, so that internal names cannot be probed. */
export type FailureReason =
  | 'destination_not_allowed'
  | 'timeout'
  | 'tls_failed'
  | 'connection_failed'
  | 'invalid_response'

/**
 * Sends one request over a connection of its own and waits for the response headers. User name and password in the URL
 * become Basic authorization.
 */
export async function exchange(
  url: URL,
  { method, headers, body = emptyBodyOf(method) }: Message,
  connection: OptionsInit,
  signal: AbortSignal,
): Promise<Opened> {
  const stream = got.stream(withoutCredentials(url), {
    method,
    headers: { ...headers, ...authorization(url) },
    ...(body !== undefined && { body }),
    signal,
    http2: false,
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    ...connection,
  })
  // Errors after the response headers are ignored, but need a listener.
  stream.on('error', () => undefined)
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, stream }
}

/** Makes a new connection to checked addresses; no connection is reused, so that each one is checked. */
export function connectionTo(addresses: readonly string[]): OptionsInit {
  const settings = { keepAlive: false, autoSelectFamilyAttemptTimeout }
  return {
    dnsLookup: pinnedLookup(addresses),
    agent: { http: new Agent(settings), https: new SecureAgent(settings) },
    https: { rejectUnauthorized: true },
  }
}

/** Returns whether this many more bytes may be read. */
export type Allowance = (bytes: number) => boolean

export function allow(maxBytes: number): Allowance {
  let leftBytes = maxBytes
  return (bytes) => (leftBytes -= bytes) >= 0
}

/** Returns a whole body, or undefined as soon as it exceeds an allowance. */
export async function readBody(
  { stream }: Pick<Opened, 'stream'>,
  ...allowances: Allowance[]
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // Leaving the loop destroys the stream and its socket.
    if (!allowances.every((mayRead) => mayRead(chunk.length))) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the reason of a failed exchange. */
export function reasonOf(error: unknown, url: URL): FailureReason {
  if (isUndecided(error)) return 'timeout'
  if (error instanceof RenderError) return 'destination_not_allowed'
  const { code, timings } = error instanceof RequestError ? error : {}
  if (code?.startsWith('HPE_')) return 'invalid_response'
  const hasConnected = timings?.connect !== undefined
  const isSecured = timings?.secureConnect !== undefined
  return url.protocol === 'https:' && hasConnected && !isSecured ? 'tls_failed' : 'connection_failed'
}

function authorization({ username, password }: URL): Record<string, string> {
  const pair = `${decodePart(username)}:${decodePart(password)}`
  return pair === ':' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Returns an empty body for methods that have one: without it the client would wait for the body. */
function emptyBodyOf(method: string): Buffer | undefined {
  return method === 'GET' || method === 'HEAD' ? undefined : Buffer.alloc(0)
}

function withoutCredentials(url: URL): URL {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  return copy
}
