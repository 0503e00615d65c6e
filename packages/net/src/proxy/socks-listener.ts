import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Egress } from '../policy/egress-policy.ts'
import { dial, type DialRefusal } from './dial.ts'
import { portPerListener, type ListenerFactory, type BoundListener } from './listener-factory.ts'
import { readDestination, sendReply, type Destination, type Reply } from './socks.ts'
import type { ProxyRoute } from './upstream-proxy.ts'

/** Limits of one tunnel. */
export interface TunnelLimits {
  /** In both directions together. */
  bytes: number
  /** Open at the same time. */
  connections: number
}

/** Why a connection was not made. */
export type ConnectionRefusal = DialRefusal | 'limit' | 'forbidden'

/** The SOCKS 5 server of one egress tunnel. */
export interface SocksListener extends AsyncDisposable {
  /** `socks5://<address>:<port>` */
  url: string
  /** Opens another listener on this machine, with its own route and the same limits and count. Returns its URL. */
  branch(route?: ProxyRoute): Promise<string>
  /** Permits connections to these forbidden hosts and to the hosts below them. */
  permit(hosts: readonly string[]): void
  /** Closes the connections that are open now, those of branches too. */
  closeConnections(): void
  /** Returns the bytes transferred so far, in both directions together. */
  bytes(): number
  /** Returns why the last connection to a host was refused; undefined when it was made. */
  refusalOf(destination: Destination): ConnectionRefusal | undefined
}

const HANDSHAKE_TIMEOUT_MS = 10_000
/** Number of hosts whose refusals are remembered. */
const MAX_REFUSALS = 100

const REPLIES: Record<ConnectionRefusal, Reply> = {
  not_allowed: 'forbidden',
  undecided: 'failed',
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  limit: 'failed',
  forbidden: 'forbidden',
  proxy_not_allowed: 'failed',
  proxy_failed: 'failed',
}

/**
 * Opens a SOCKS 5 listener. For every connection the host is resolved once, all its addresses must be allowed by the
 * egress policy, and a checked address is dialled. Forbidden hosts, and hosts below them, are refused. The route says
 * which connections go through an upstream proxy.
 */
export async function openSocksListener(
  egress: Egress,
  limits: TunnelLimits,
  listenAt: ListenerFactory,
  { forbidden, route }: { forbidden: ReadonlySet<string>; route?: ProxyRoute },
): Promise<SocksListener> {
  const refusals = new Map<string, ConnectionRefusal>()
  const permitted = new Set<string>()
  const open = new Set<Socket>()
  const listeners: BoundListener[] = []
  let connections = 0
  let bytes = 0

  async function serve(client: Socket, through?: ProxyRoute): Promise<void> {
    const destination = await readDestination(client, AbortSignal.timeout(HANDSHAKE_TIMEOUT_MS))
    if (!destination) return
    if (isBelow(destination.host, forbidden) && !isBelow(destination.host, permitted))
      return refuse(client, destination, 'forbidden')
    if (connections >= limits.connections || bytes >= limits.bytes)
      return refuse(client, destination, 'limit')
    connections += 1
    client.once('close', () => (connections -= 1))
    const target = await dial(egress, destination, through)
    if (typeof target === 'string') return refuse(client, destination, target)
    keep(target)
    refusals.delete(keyOf(destination))
    if (client.destroyed) target.destroy()
    else join(client, target)
  }

  function refuse(client: Socket, destination: Destination, refusal: ConnectionRefusal): void {
    if (refusals.size < MAX_REFUSALS) refusals.set(keyOf(destination), refusal)
    sendReply(client, REPLIES[refusal])
  }

  function join(client: Socket, target: Socket): void {
    sendReply(client, 'granted')
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('data', (chunk: Buffer) => count(chunk.length))
      from.pipe(to)
      // A reset on one side resets the other.
      from.once('close', (hadError) => (hadError ? reset(to) : to.end()))
    }
  }

  function count(more: number): void {
    bytes += more
    if (bytes > limits.bytes) closeConnections()
  }

  function closeConnections(): void {
    for (const socket of open) socket.destroy()
  }

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
  }

  async function listen(bind: ListenerFactory, through?: ProxyRoute): Promise<string> {
    const listener = await bind((client) => {
      keep(client)
      serve(client, through).catch(() => client.destroy())
    })
    listeners.push(listener)
    return listener.url
  }

  return {
    url: await listen(listenAt, route),
    branch: (through) => listen(portPerListener, through),
    permit(hosts) {
      for (const host of hosts) permitted.add(host)
    },
    closeConnections,
    bytes: () => bytes,
    refusalOf: (destination) => refusals.get(keyOf(destination)),
    async [Symbol.asyncDispose]() {
      const closed = listeners.map((listener) => listener.close())
      closeConnections()
      await Promise.all(closed)
    },
  }
}

function isBelow(host: string, hosts: ReadonlySet<string>): boolean {
  if (hosts.size === 0) return false
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, at) => hosts.has(labels.slice(at).join('.')))
}

/** Resets a connection; TLS inside another connection can only be destroyed. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

function keyOf({ host, port }: Destination): string {
  return `${host}:${port}`
}
