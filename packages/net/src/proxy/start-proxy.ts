import { setTimeout as sleep } from 'node:timers/promises'
import { createEgress, type EgressSettings } from '../egress-policy.ts'
import type { DoorLimits, Refusal } from './door.ts'
import { startLine, type Line } from './line.ts'
import type { Destination } from './socks.ts'

/** The one way out for pages: a process of its own, started anew when it ends or does not answer. */
export interface EgressProxy extends AsyncDisposable {
  /** Opens a way out for one render. Waits for a process that is being replaced; rejects when one ends meanwhile. */
  open(limits: DoorLimits): Promise<WayOut>
  /** Of the process that runs now. */
  readonly pid: number | undefined
}

export interface WayOut extends AsyncDisposable {
  /** `socks5://127.0.0.1:<port>` */
  url: string
  /** False once the proxy's process has ended: nothing passes any more. */
  isOpen(): boolean
  /** What passed so far, both ways together. */
  bytes(): Promise<number>
  /** Why the last connection to a host was not made; undefined when it was, or when nobody knows any more. */
  refusalOf(destination: Destination): Promise<Refusal | undefined>
}

export interface EgressProxySettings extends Omit<EgressSettings, 'query'> {
  /** How often the process is asked for a sign of life, and the time it has to give one. */
  pingMs?: number
  silenceMs?: number
}

/** Before a process that ended is replaced: one that cannot live is not started all the time. */
const PAUSE_MS = 100

/**
 * Starts the proxy.
 * @throws {Error} when a setting cannot be understood.
 */
export async function startEgressProxy(settings: EgressProxySettings): Promise<EgressProxy> {
  const { pingMs = 250, silenceMs = 1000, ...egress } = settings
  createEgress(egress)
  let over = false
  let line = startLine(egress)
  await line.ask({ ask: 'alive' })
  let restarted: Promise<void>
  watch(line)

  /** Puts another process in the place of one that ended. */
  function watch(watched: Line): void {
    restarted = watched.ended.then(async () => {
      await sleep(PAUSE_MS)
      if (over) return
      line = startLine(egress)
      watch(line)
    })
  }

  let asked = Promise.resolve()
  const pings = setInterval(() => {
    const current = line
    const silent = setTimeout(() => current.kill(), silenceMs)
    asked = current.ask({ ask: 'alive' }).then(
      () => clearTimeout(silent),
      () => clearTimeout(silent),
    )
  }, pingMs)

  return {
    get pid() {
      return line.pid
    },
    async open(limits) {
      if (!line.isOpen()) await restarted
      const current = line
      const port = (await current.ask({ ask: 'open', limits })) as number
      return wayOut(current, port)
    },
    async [Symbol.asyncDispose]() {
      over = true
      clearInterval(pings)
      line.kill()
      await Promise.all([line.ended, asked])
    },
  }
}

function wayOut(line: Line, port: number): WayOut {
  return {
    url: `socks5://127.0.0.1:${port}`,
    isOpen: () => line.isOpen(),
    bytes: async () => ((await line.ask({ ask: 'bytes', port })) as number | undefined) ?? 0,
    refusalOf: async (destination) =>
      (await line.ask({ ask: 'refusal', port, destination })) as Refusal | undefined,
    async [Symbol.asyncDispose]() {
      await line.ask({ ask: 'close', port }).catch(() => undefined)
    },
  }
}
