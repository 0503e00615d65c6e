import { once } from 'node:events'
import { connect, isIP, isIPv4, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import type { Egress } from '../egress-policy.ts'
import { pinnedLookup } from '../pinned-lookup.ts'
import { askUplink, type UplinkRefusal } from './ask-uplink.ts'
import type { Destination } from './socks.ts'
import { goesThrough, type Route } from './uplink.ts'

/** Why no connection was made. `proxy_...` is said of the other proxy that it was to go through. */
export type DialRefusal =
  | 'not_allowed'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'proxy_not_allowed'
  | UplinkRefusal

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connects to a host, through another proxy where the route says so. Its name is resolved once and judged here in both
 * cases; the other proxy is given the address that was judged, as it could find another one by the name.
 */
export async function dial(egress: Egress, to: Destination, route?: Route): Promise<Socket | DialRefusal> {
  const addresses = await egress.resolve(to.host, to.port).catch(() => undefined)
  if (!addresses) return 'not_allowed'
  if (!route || !goesThrough(route, to.host)) return connectTo(to, addresses)
  const host = addresses.find((address) => isIPv4(address)) ?? addresses[0]!
  return dialThrough(egress, route, { host, port: to.port })
}

async function connectTo({ host, port }: Destination, addresses?: string[]): Promise<Socket | DialRefusal> {
  const lookup = addresses && pinnedLookup(addresses)
  const socket = connect({ host, port, ...(lookup && { lookup }), noDelay: true, allowHalfOpen: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
    return socket
  } catch (error) {
    socket.destroy()
    return refusalFor(error)
  }
}

async function dialThrough(
  egress: Egress,
  { uplink, isTrusted }: Route,
  to: Destination,
): Promise<Socket | DialRefusal> {
  const { host, port } = uplink
  const addresses = isTrusted ? undefined : await egress.resolve(host, port).catch(() => 'none' as const)
  if (addresses === 'none') return 'proxy_not_allowed'
  const plain = await connectTo(uplink, addresses)
  if (typeof plain === 'string') return 'proxy_failed'
  // What happens to it before somebody else listens ends the conversation anyway.
  plain.on('error', () => undefined)
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  try {
    // A user and a password are for nobody but whom the address names: its certificate must be right.
    const socket = uplink.protocol === 'https' ? await encrypt(plain, uplink.host, { signal }) : plain
    const refusal = await askUplink(socket, uplink, to, signal)
    if (!refusal) return socket
    plain.destroy()
    return refusal
  } catch {
    plain.destroy()
    return 'proxy_failed'
  }
}

/** Speaks TLS over a connection; the certificate must be right unless it is said not to matter. */
export async function encrypt(
  socket: Socket,
  host: string,
  { signal, rejectUnauthorized = true }: { signal: AbortSignal; rejectUnauthorized?: boolean },
): Promise<Socket> {
  const servername = isIP(host) ? undefined : host
  const secured = secure({ socket, host, rejectUnauthorized, ...(servername && { servername }) })
  secured.on('error', () => undefined)
  await once(secured, 'secureConnect', { signal })
  return secured
}

function refusalFor(error: unknown): DialRefusal {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout'
  return code === 'ECONNREFUSED' ? 'refused' : 'unreachable'
}
