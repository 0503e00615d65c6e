// The client side of upstream proxies: CONNECT (RFC 9110), and SOCKS 5 with user and password (RFC 1928, RFC 1929).
import { once } from 'node:events'
import { isIPv6, type Socket } from 'node:net'
import { parseAsWritten } from '../policy/address-policy.ts'
import { takeBytes, type Destination } from './socks.ts'
import type { UpstreamProxy } from './upstream-proxy.ts'

/** Why an upstream proxy did not connect; `proxy_failed` for faults of the proxy itself and for wrong credentials. */
export type UpstreamRefusal = 'proxy_failed' | 'refused' | 'unreachable'

const MAX_HEAD_BYTES = 16_384

/**
 * Asks an upstream proxy for a connection to an address. Returns undefined when it is established.
 * @throws {Error} when the proxy closes the connection, or the signal aborts, before it has answered.
 */
export function connectUpstream(
  socket: Socket,
  upstream: UpstreamProxy,
  to: Destination,
  signal: AbortSignal,
): Promise<UpstreamRefusal | undefined> {
  return upstream.protocol === 'socks5'
    ? askSocks(socket, upstream, to, signal)
    : askHttp(socket, upstream, to, signal)
}

async function askHttp(
  socket: Socket,
  { user, password }: UpstreamProxy,
  { host, port }: Destination,
  signal: AbortSignal,
): Promise<UpstreamRefusal | undefined> {
  const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`
  const pair = Buffer.from(`${user}:${password}`).toString('base64')
  const authorization = user || password ? [`Proxy-Authorization: Basic ${pair}`] : []
  socket.write([`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, ...authorization, '', ''].join('\r\n'))
  const head = await takeHead(socket, signal)
  const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1])
  if (status >= 200 && status < 300) return undefined
  return status === 403 || (status >= 500 && status < 600) ? 'unreachable' : 'proxy_failed'
}

/** Reads up to the empty line after the headers; later bytes stay in the socket. */
async function takeHead(socket: Socket, signal: AbortSignal): Promise<string> {
  let read = Buffer.alloc(0)
  while (read.length < MAX_HEAD_BYTES) {
    const chunk = socket.read() as Buffer | null
    if (!chunk) {
      if (socket.readableEnded || socket.destroyed) break
      await once(socket, 'readable', { signal })
      continue
    }
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\r\n\r\n')
    if (end < 0) continue
    const rest = read.subarray(end + 4)
    if (rest.length > 0) socket.unshift(rest)
    return read.toString('latin1', 0, end)
  }
  throw new Error('The proxy did not answer in HTTP.')
}

const VERSION = 5
const CREDENTIALS_VERSION = 1
const [NO_AUTHENTICATION, USER_AND_PASSWORD] = [0, 2]
const CONNECT = 1
const REFUSED = 5
/** Size of the address and port at the end of a reply, by address type. */
const REPLY_REST: Record<number, number | undefined> = { 1: 6, 4: 18 }

async function askSocks(
  socket: Socket,
  upstream: UpstreamProxy,
  { host, port }: Destination,
  signal: AbortSignal,
): Promise<UpstreamRefusal | undefined> {
  const take = (bytes: number) => takeBytes(socket, bytes, signal)
  const hasUser = upstream.user !== '' || upstream.password !== ''
  // A proxy that knows its clients by their addresses asks for no password.
  const methods = hasUser ? [USER_AND_PASSWORD, NO_AUTHENTICATION] : [NO_AUTHENTICATION]
  socket.write(Buffer.from([VERSION, methods.length, ...methods]))
  const [version, method] = await take(2)
  if (version !== VERSION || !methods.includes(method!)) return 'proxy_failed'
  if (method === USER_AND_PASSWORD) {
    const fields = [upstream.user, upstream.password].map((text) => Buffer.from(text))
    if (fields.some(({ length }) => length > 255)) return 'proxy_failed'
    const message = fields.flatMap((field) => [Buffer.from([field.length]), field])
    socket.write(Buffer.concat([Buffer.from([CREDENTIALS_VERSION]), ...message]))
    const [, status] = await take(2)
    if (status !== 0) return 'proxy_failed'
  }
  socket.write(Buffer.from([VERSION, CONNECT, 0, ...addressBytes(host), port >> 8, port & 255]))
  const [answered, reply, , kind = 0] = await take(4)
  if (answered !== VERSION) return 'proxy_failed'
  if (reply !== 0) return reply === REFUSED ? 'refused' : 'unreachable'
  await take(REPLY_REST[kind] ?? (await take(1))[0]! + 2)
  return undefined
}

function addressBytes(host: string): number[] {
  const ip = parseAsWritten(host)
  if (!ip) return [3, host.length, ...Buffer.from(host, 'latin1')]
  return [ip.kind() === 'ipv4' ? 1 : 4, ...ip.toByteArray()]
}
