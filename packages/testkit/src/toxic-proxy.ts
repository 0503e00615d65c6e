// A TCP proxy before a server, by which what passes is late, in pieces, or does not pass at all.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Toxics {
  latencyMs?: number
  /** Up to so much is added to the latency, by chance. */
  jitterMs?: number
  /** What comes passes on in pieces of so many bytes. */
  sliceBytes?: number
  /** How likely a piece is to have its connection reset instead, from 0 to 1. */
  resetShare?: number
}

/** From the client to the server, or back. */
type Way = 'requests' | 'answers'

export interface ToxicProxy extends AsyncDisposable {
  readonly port: number
  /** What happens to all that passes from now on; `{}` ends it. */
  poison(toxics: Toxics): void
  /** Connections are reset, and new ones refused. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Connections stay and new ones are taken, and nothing passes; with a way the other one stays open. */
  freeze(way?: Way): void
  /** Connections end that were frozen, and with them what was under way. */
  thaw(): void
  /**
   * Waits for a request that fits, and resolves when it came. It does not reach the server, or it does and the answer is
   * held: so does all that follows on its connection.
   */
  trap(fits: (request: string) => boolean, stops: 'before' | 'after'): Promise<void>
}

interface Trap {
  fits: (request: string) => boolean
  stops: 'before' | 'after'
  sprung: () => void
}

interface Connection {
  near: Socket
  far: Socket
  /** What does not pass on this connection alone. */
  held: Set<Way>
}

const MOST_WAITING_BYTES = 1024 ** 2

/** `target` is asked at each connection; `random` gives numbers from 0 to 1. */
export async function startToxicProxy(
  target: () => { host: string; port: number },
  random: () => number = Math.random,
): Promise<ToxicProxy> {
  const connections = new Set<Connection>()
  const traps = new Set<Trap>()
  const frozen = new Set<Way>()
  let toxics: Toxics = {}

  const server = createServer((near) => {
    const connection: Connection = { near, far: connect(target()), held: new Set() }
    connections.add(connection)
    pass(connection, 'requests')
    pass(connection, 'answers')
  })
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(at: number): Promise<void> {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }

  function pass(connection: Connection, way: Way): void {
    const [from, to] =
      way === 'requests' ? [connection.near, connection.far] : [connection.far, connection.near]
    const isHeld = () => frozen.has(way) || connection.held.has(way)
    let passed = Promise.resolve()
    let dueMs = 0
    let waiting = 0

    async function passOn(piece: Buffer, atMs: number): Promise<void> {
      const leftMs = atMs - performance.now()
      if (leftMs > 0) await sleep(leftMs)
      if (isHeld() || to.destroyed) return
      if (!to.write(piece)) await drained(to)
    }

    /** What comes early is kept, but not without end. */
    function keep(piece: Buffer, atMs: number): void {
      waiting += piece.length
      if (waiting > MOST_WAITING_BYTES) from.pause()
      passed = passed
        .then(() => passOn(piece, atMs))
        .then(() => {
          waiting -= piece.length
          from.resume()
        })
    }

    from.on('data', (chunk: Buffer) => {
      if (way === 'requests') spring(connection, chunk)
      const { latencyMs = 0, jitterMs = 0, resetShare = 0 } = toxics
      for (const piece of slices(chunk, toxics.sliceBytes)) {
        if (random() < resetShare) return reset(connection)
        dueMs = Math.max(dueMs, performance.now() + latencyMs + random() * jitterMs)
        keep(piece, dueMs)
      }
    })
    from.on('error', () => {})
    from.on('close', () => {
      void passed.then(() => {
        if (isHeld()) return
        connections.delete(connection)
        to.destroy()
      })
    })
  }

  /** A request that is let pass is already under way when its answers are held. */
  function spring(connection: Connection, chunk: Buffer): void {
    for (const trap of traps) {
      if (!trap.fits(chunk.toString('latin1'))) continue
      traps.delete(trap)
      connection.held.add(trap.stops === 'before' ? 'requests' : 'answers')
      trap.sprung()
    }
  }

  function reset(connection: Connection): void {
    connections.delete(connection)
    for (const socket of [connection.near, connection.far]) socket.resetAndDestroy()
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    server.close()
    for (const connection of connections) reset(connection)
    await once(server, 'close')
  }

  return {
    port,
    poison: (next) => void (toxics = next),
    cut,
    mend: () => listen(port),
    freeze(...ways) {
      for (const way of ways.length > 0 ? ways : (['requests', 'answers'] as const)) frozen.add(way!)
    },
    thaw() {
      frozen.clear()
      for (const connection of connections) reset(connection)
    },
    trap(fits, stops) {
      const { promise, resolve } = Promise.withResolvers<void>()
      traps.add({ fits, stops, sprung: resolve })
      return promise
    },
    [Symbol.asyncDispose]: cut,
  }
}

function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('drain', resolve).once('close', resolve)
  return promise
}

function slices(chunk: Buffer, sliceBytes = chunk.length): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < chunk.length; at += sliceBytes) pieces.push(chunk.subarray(at, at + sliceBytes))
  return pieces
}
