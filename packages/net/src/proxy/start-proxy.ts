import { setTimeout as sleep } from 'node:timers/promises'
import { createEgress } from '../egress-policy.ts'
import { createNamespace } from '../namespace.ts'
import type { DoorLimits, Refusal } from './door.ts'
import { startLine, type Line } from './line.ts'
import type { ProxySettings } from './process.ts'
import type { Destination } from './socks.ts'
import type { Route } from './uplink.ts'

/** The one way out for pages: a process of its own, started anew when it ends or does not answer. */
export interface EgressProxy extends AsyncDisposable {
  /**
   * Opens a way out for one render, all of it direct without a route. Waits for a process that is being replaced;
   * rejects when one ends meanwhile.
   */
  open(limits: DoorLimits, route?: Route): Promise<WayOut>
  /** Put before a program, these words start it where the ways out begin; without any they do so on this machine. */
  readonly enter: readonly string[]
  /** Of the process that runs now. */
  readonly pid: number | undefined
  /** Whether one runs, and not one that is being replaced. */
  isRunning(): boolean
}

export interface WayOut extends AsyncDisposable {
  /** `socks5://<address>:<port>`, for whoever is where `EgressProxy.enter` leads. */
  url: string
  /** Opens another one on this machine, with a route of its own, that is a part of this one. Its address. */
  branch(route?: Route): Promise<string>
  /** Leads to these hosts and those below them, though to all others that is forbidden. */
  permit(hosts: readonly string[]): Promise<void>
  /** False once the proxy's process has ended: nothing passes any more. */
  isOpen(): boolean
  /** What passed so far, both ways together. */
  bytes(): Promise<number>
  /** Why the last connection to a host was not made; undefined when it was, or when nobody knows any more. */
  refusalOf(destination: Destination): Promise<Refusal | undefined>
}

export interface EgressProxySettings extends ProxySettings {
  /**
   * Lets the ways out begin in a network namespace, made by programs in the folders of `path`; on this machine when
   * undefined.
   */
  namespace?: { path?: string }
  /** How often the process is asked for a sign of life, and the time it has to give one. */
  pingMs?: number
  silenceMs?: number
}

/** Before a process that ended is replaced: one that cannot live is not started all the time. */
const PAUSE_MS = 100
const START_MS = 30_000

/**
 * Starts the proxy.
 * @throws {Error} when a setting cannot be understood, or there can be no network namespace.
 */
export async function startEgressProxy(settings: EgressProxySettings): Promise<EgressProxy> {
  const { namespace, pingMs = 250, silenceMs = 10_000, ...proxy } = settings
  createEgress(proxy)
  await using parts = new AsyncDisposableStack()
  const { enter } = namespace ? parts.use(await createNamespace(namespace.path)) : { enter: [] }
  let over = false
  let line = startLine(proxy, enter)
  let restarted: Promise<void>
  await line.started
  watch(line)
  const kept = parts.move()

  /** Asks the process for signs of life, and puts another one in its place when it ended. */
  function watch(watched: Line): void {
    void keepAlive(watched, { pingMs, silenceMs })
    restarted = watched.ended.then(async () => {
      await sleep(PAUSE_MS)
      if (over) return
      line = startLine(proxy, enter)
      watch(line)
    })
  }

  return {
    get pid() {
      return line.pid
    },
    enter,
    isRunning: () => line.isOpen(),
    async open(limits, route) {
      if (!line.isOpen()) await restarted
      const current = line
      const url = (await current.ask({ ask: 'open', limits, route })) as string
      return wayOut(current, url)
    },
    async [Symbol.asyncDispose]() {
      over = true
      line.kill()
      await line.ended
      await kept.disposeAsync()
    },
  }
}

/** Kills a process that starts too slowly or falls silent. */
async function keepAlive(
  line: Line,
  { pingMs, silenceMs }: { pingMs: number; silenceMs: number },
): Promise<void> {
  const within = async (answer: Promise<unknown>, ms: number): Promise<void> => {
    const late = setTimeout(() => line.kill(), ms)
    await answer.catch(() => undefined)
    clearTimeout(late)
  }
  await within(line.started, START_MS)
  while (line.isOpen()) {
    await within(line.ask({ ask: 'alive' }), silenceMs)
    await sleep(pingMs, undefined, { ref: false })
  }
}

function wayOut(line: Line, url: string): WayOut {
  return {
    url,
    branch: async (route) => (await line.ask({ ask: 'branch', url, route })) as string,
    permit: async (hosts) => void (await line.ask({ ask: 'permit', url, hosts })),
    isOpen: () => line.isOpen(),
    bytes: async () => ((await line.ask({ ask: 'bytes', url })) as number | undefined) ?? 0,
    refusalOf: async (destination) =>
      (await line.ask({ ask: 'refusal', url, destination })) as Refusal | undefined,
    async [Symbol.asyncDispose]() {
      await line.ask({ ask: 'close', url }).catch(() => undefined)
    },
  }
}
