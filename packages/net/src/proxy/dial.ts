import { once } from 'node:events'
import { connect, isIP, isIPv4, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import { isUndecided, type Egress } from '../policy/egress-policy.ts'
import { autoSelectFamilyAttemptTimeout, pinnedLookup } from '../names/pinned-lookup.ts'
import { connectUpstream, type UpstreamRefusal } from './connect-upstream.ts'
import type { Destination } from './socks.ts'
import { goesThrough, type ProxyRoute } from './upstream-proxy.ts'

/** Why no connection was made. `proxy_...` are reasons of the upstream proxy. */
export type DialRefusal =
  | 'not_allowed'
  | 'undecided'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'proxy_not_allowed'
  | UpstreamRefusal

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connects to a host, through an upstream proxy if the route says so. In both cases the name is resolved once and checked
 * here; the upstream proxy gets the checked address, because it could resolve the name to another one.
 */
export async function dial(
  egress: Egress,
  to: Destination,
  route?: ProxyRoute,
): Promise<Socket | DialRefusal> {
  const addresses = await egress
    .resolve(to.host, to.port)
    .catch((error: unknown) => (isUndecided(error) ? 'undecided' : 'not_allowed'))
  if (typeof addresses === 'string') return addresses
  if (!route || !goesThrough(route, to.host)) return connectTo(to, addresses)
  const host = addresses.find((address) => isIPv4(address)) ?? addresses[0]!
  return dialThrough(egress, route, { host, port: to.port })
}

async function connectTo({ host, port }: Destination, addresses?: string[]): Promise<Socket | DialRefusal> {
  const lookup = addresses && pinnedLookup(addresses)
  const socket = connect({
    host,
    port,
    ...(lookup && { lookup }),
    autoSelectFamilyAttemptTimeout,
    noDelay: true,
    allowHalfOpen: true,
  })
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
  { upstream, isTrusted }: ProxyRoute,
  to: Destination,
): Promise<Socket | DialRefusal> {
  const { host, port } = upstream
  const addresses = isTrusted ? undefined : await egress.resolve(host, port).catch(() => 'none' as const)
  if (addresses === 'none') return 'proxy_not_allowed'
  const plain = await connectTo(upstream, addresses)
  if (typeof plain === 'string') return 'proxy_failed'
  // Without a listener an error would end the process; it also ends the exchange below.
  plain.on('error', () => undefined)
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  try {
    // The certificate must be valid, so that the credentials go to the named host only.
    const socket = upstream.protocol === 'https' ? await encrypt(plain, upstream.host, { signal }) : plain
    const refusal = await connectUpstream(socket, upstream, to, signal)
    if (!refusal) return socket
    plain.destroy()
    return refusal
  } catch {
    plain.destroy()
    return 'proxy_failed'
  }
}

/** Starts TLS on a connection; the certificate must be valid unless `rejectUnauthorized` is false. */
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
