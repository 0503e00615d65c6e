import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Egress } from '../egress-policy.ts'
import { dial, type DialRefusal } from './dial.ts'
import { ownPort, type Entrance, type Place } from './entrance.ts'
import { readDestination, sendReply, type Destination, type Reply } from './socks.ts'
import type { Route } from './uplink.ts'

/** What one render may use. */
export interface DoorLimits {
  /** Both ways together. */
  bytes: number
  /** At the same time. */
  connections: number
}

/** Why a connection was not made. */
export type Refusal = DialRefusal | 'limit' | 'forbidden'

/** The way out of one render: a SOCKS 5 server of its own. */
export interface Door extends AsyncDisposable {
  /** `socks5://<address>:<port>` */
  url: string
  /** Opens another one on this machine, with a route of its own, that counts as a part of the door. Its address. */
  branch(route?: Route): Promise<string>
  /** Leads to these hosts and those below them, though to all others that is forbidden. */
  permit(hosts: readonly string[]): void
  /** So far, both ways together. */
  bytes(): number
  /** Why the last connection to a host was not made; undefined when it was. */
  refusalOf(destination: Destination): Refusal | undefined
}

const HANDSHAKE_TIMEOUT_MS = 10_000
/** Hosts whose refusals are remembered. */
const MAXIMUM_REFUSALS = 100

const REPLIES: Record<Refusal, Reply> = {
  not_allowed: 'forbidden',
  refused: 'refused',
  unreachable: 'unreachable',
  timeout: 'unreachable',
  limit: 'failed',
  forbidden: 'forbidden',
  proxy_not_allowed: 'failed',
  proxy_failed: 'failed',
}

/**
 * Opens a way out. Every connection is decided anew: the name is resolved once, all its addresses must be allowed, and
 * what was checked is what is dialled. It leads to no host that is forbidden, and to none below it. A route says what goes
 * through another proxy.
 */
export async function openDoor(
  egress: Egress,
  limits: DoorLimits,
  entrance: Entrance,
  { forbidden, route }: { forbidden: ReadonlySet<string>; route?: Route },
): Promise<Door> {
  const refusals = new Map<string, Refusal>()
  const permitted = new Set<string>()
  const open = new Set<Socket>()
  const places: Place[] = []
  let connections = 0
  let bytes = 0

  async function serve(client: Socket, through?: Route): Promise<void> {
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

  function refuse(client: Socket, destination: Destination, refusal: Refusal): void {
    if (refusals.size < MAXIMUM_REFUSALS) refusals.set(keyOf(destination), refusal)
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
      // A reset is told as one.
      from.once('close', (hadError) => (hadError ? reset(to) : to.end()))
    }
  }

  function count(more: number): void {
    bytes += more
    if (bytes > limits.bytes) for (const socket of open) socket.destroy()
  }

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
  }

  async function listen(at: Entrance, through?: Route): Promise<string> {
    const place = await at((client) => {
      keep(client)
      serve(client, through).catch(() => client.destroy())
    })
    places.push(place)
    return place.url
  }

  return {
    url: await listen(entrance, route),
    branch: (through) => listen(ownPort, through),
    permit(hosts) {
      for (const host of hosts) permitted.add(host)
    },
    bytes: () => bytes,
    refusalOf: (destination) => refusals.get(keyOf(destination)),
    async [Symbol.asyncDispose]() {
      const closed = places.map((place) => place.close())
      for (const socket of open) socket.destroy()
      await Promise.all(closed)
    },
  }
}

function isBelow(host: string, hosts: ReadonlySet<string>): boolean {
  if (hosts.size === 0) return false
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, at) => hosts.has(labels.slice(at).join('.')))
}

/** A connection inside another one has none of its own to reset. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

function keyOf({ host, port }: Destination): string {
  return `${host}:${port}`
}
