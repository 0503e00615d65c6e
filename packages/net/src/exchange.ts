import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { RenderError } from '@render/errors'
import got, { RequestError, type OptionsInit, type Request } from 'got'
import { pinnedLookup } from './pinned-lookup.ts'

export interface Message {
  method: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** The head of an answer, and its body still to be read. */
export interface Opened {
  status: number
  headers: IncomingHttpHeaders
  stream: Request
}

/** Why there was no answer. A host that does not resolve counts as not allowed: nobody learns of internal names. */
export type FailureReason =
  | 'destination_not_allowed'
  | 'timeout'
  | 'tls_failed'
  | 'connection_failed'
  | 'invalid_response'

/**
 * Sends one message over a connection of its own, and waits for the head of the answer. User name and password in the
 * address become Basic authorization.
 */
export async function exchange(
  url: URL,
  { method, headers, body }: Message,
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
  // Errors after the head of the answer change nothing, but must have a listener.
  stream.on('error', () => undefined)
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, stream }
}

/** A new connection to addresses that were checked before, so that no earlier decision is reused. */
export function connectionTo(addresses: readonly string[]): OptionsInit {
  return {
    dnsLookup: pinnedLookup(addresses),
    agent: { http: false, https: false },
    https: { rejectUnauthorized: true },
  }
}

/** Whether so many bytes more may be read. */
export type Allowance = (bytes: number) => boolean

export function allow(maximumBytes: number): Allowance {
  let leftBytes = maximumBytes
  return (bytes) => (leftBytes -= bytes) >= 0
}

/** All of a body; undefined when it is larger than it may be, and the rest of it is not read then. */
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

/** What an error of an exchange means. */
export function reasonOf(error: unknown, url: URL): FailureReason {
  if (error instanceof RenderError) return 'destination_not_allowed'
  const { code, timings } = error instanceof RequestError ? error : {}
  if (code?.startsWith('HPE_')) return 'invalid_response'
  const hasConnected = timings?.connect !== undefined
  const isSecured = timings?.secureConnect !== undefined
  return url.protocol === 'https:' && hasConnected && !isSecured ? 'tls_failed' : 'connection_failed'
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
