// A TCP proxy in front of a server that delays, slices, resets or withholds what passes.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@render/local'

interface Toxics {
  latencyMs?: number
  /** Random addition to the latency, at most this much. */
  jitterMs?: number
  /** Data passes in slices of this size. */
  sliceBytes?: number
  /** Probability that a slice resets its connection instead of passing, from 0 to 1. */
  resetShare?: number
}

/** From the client to the server, or back. */
type Direction = 'requests' | 'responses'

export interface ToxicProxy extends AsyncDisposable {
  readonly port: number
  /** Applies to everything that passes from now on; `{}` removes all toxics. */
  poison(toxics: Toxics): void
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again after `cut`. */
  restore(): Promise<void>
  /** Keeps connections and accepts new ones, but nothing passes; with a direction, only that direction is frozen. */
  freeze(direction?: Direction): void
  /** Resets the frozen connections and lets new ones pass. */
  thaw(): void
  /**
   * Resolves when a request matches. With 'before' the request does not reach the server; with 'after' it does, but its
   * response is withheld. Nothing that follows in that direction of the connection passes either.
   */
  trap(matches: (request: string) => boolean, stops: 'before' | 'after'): Promise<void>
}

interface Trap {
  matches: (request: string) => boolean
  stops: 'before' | 'after'
  spring: () => void
}

interface Connection {
  client: Socket
  server: Socket
  /** Directions that a trap has closed on this connection. */
  held: Set<Direction>
}

const MAX_PENDING_BYTES = 1024 ** 2

/** Starts a proxy. Calls `target` for each connection; `random` returns numbers from 0 to 1. */
export async function startToxicProxy(
  target: () => { host: string; port: number },
  random: () => number = Math.random,
): Promise<ToxicProxy> {
  const connections = new Set<Connection>()
  const traps = new Set<Trap>()
  const frozen = new Set<Direction>()
  let toxics: Toxics = {}

  const listener = createServer((client) => {
    const connection: Connection = { client, server: connect(target()), held: new Set() }
    connections.add(connection)
    for (const direction of ['requests', 'responses'] as const)
      forward(connection, direction, {
        random,
        toxics: () => toxics,
        isHeld: () => frozen.has(direction) || connection.held.has(direction),
        onData: (chunk) => direction === 'requests' && springTraps(connection, chunk),
        onReset: () => reset(connection),
        onClose: () => connections.delete(connection),
      })
  })
  // The system gives this port to nobody else while the proxy is cut.
  const port = await freePort()
  await listen(port)

  async function listen(at: number): Promise<void> {
    listener.listen(at, '127.0.0.1')
    await once(listener, 'listening')
  }

  /** Closes the trapped direction. With 'after' this request still passes. */
  function springTraps(connection: Connection, chunk: Buffer): void {
    for (const trap of traps) {
      if (!trap.matches(chunk.toString('latin1'))) continue
      traps.delete(trap)
      connection.held.add(trap.stops === 'before' ? 'requests' : 'responses')
      trap.spring()
    }
  }

  function reset(connection: Connection): void {
    connections.delete(connection)
    for (const socket of [connection.client, connection.server]) socket.resetAndDestroy()
  }

  async function cut(): Promise<void> {
    if (!listener.listening) return
    listener.close()
    for (const connection of connections) reset(connection)
    await once(listener, 'close')
  }

  return {
    port,
    poison: (next) => void (toxics = next),
    cut,
    restore: () => listen(port),
    freeze(direction) {
      for (const each of direction ? [direction] : (['requests', 'responses'] as const)) frozen.add(each)
    },
    thaw() {
      frozen.clear()
      for (const connection of connections) reset(connection)
    },
    trap(matches, stops) {
      const { promise, resolve } = Promise.withResolvers<void>()
      traps.add({ matches, stops, spring: resolve })
      return promise
    },
    [Symbol.asyncDispose]: cut,
  }
}

interface Forwarding {
  random: () => number
  toxics: () => Toxics
  isHeld: () => boolean
  onData: (chunk: Buffer) => void
  onReset: () => void
  onClose: () => void
}

/** Forwards one direction of a connection, in order, with the current toxics. */
function forward(connection: Connection, direction: Direction, forwarding: Forwarding): void {
  const { random, toxics, isHeld, onData, onReset, onClose } = forwarding
  const { client, server } = connection
  const [from, to] = direction === 'requests' ? [client, server] : [server, client]
  let passed = Promise.resolve()
  let dueMs = 0
  let pendingBytes = 0

  async function pass(slice: Buffer, atMs: number): Promise<void> {
    const leftMs = atMs - performance.now()
    if (leftMs > 0) await sleep(leftMs)
    if (isHeld() || to.destroyed) return
    if (!to.write(slice)) await drained(to)
  }

  /** Buffers what arrives before its time, up to MAX_PENDING_BYTES. */
  function enqueue(slice: Buffer, atMs: number): void {
    pendingBytes += slice.length
    if (pendingBytes > MAX_PENDING_BYTES) from.pause()
    passed = passed
      .then(() => pass(slice, atMs))
      .then(() => {
        pendingBytes -= slice.length
        from.resume()
      })
  }

  from.on('data', (chunk: Buffer) => {
    onData(chunk)
    const { latencyMs = 0, jitterMs = 0, resetShare = 0, sliceBytes } = toxics()
    for (const slice of slices(chunk, sliceBytes)) {
      if (random() < resetShare) return onReset()
      dueMs = Math.max(dueMs, performance.now() + latencyMs + random() * jitterMs)
      enqueue(slice, dueMs)
    }
  })
  from.on('error', () => {})
  from.on('close', () => {
    void passed.then(() => {
      if (isHeld()) return
      onClose()
      to.destroy()
    })
  })
}

function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('drain', resolve).once('close', resolve)
  return promise
}

function slices(chunk: Buffer, sliceBytes = chunk.length): Buffer[] {
  const all: Buffer[] = []
  for (let at = 0; at < chunk.length; at += sliceBytes) all.push(chunk.subarray(at, at + sliceBytes))
  return all
}
