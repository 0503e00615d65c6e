import { setTimeout as sleep } from 'node:timers/promises'
import { createEgress } from '../policy/egress-policy.ts'
import { createNamespace } from './namespace.ts'
import { startProxyProcess, type ProxyProcess } from './proxy-process.ts'
import type { ProxySettings } from './proxy-program.ts'
import type { Destination } from './socks.ts'
import type { ConnectionRefusal, TunnelLimits } from './socks-listener.ts'
import type { ProxyRoute } from './upstream-proxy.ts'

/** The egress proxy of all pages: a process of its own, replaced when it ends or does not answer. */
export interface EgressProxy extends AsyncDisposable {
  /**
   * Opens an egress tunnel for one render. Without a route all its connections are direct. Waits while the process is
   * being replaced; rejects when the process ends before it has answered.
   */
  openTunnel(limits: TunnelLimits, route?: ProxyRoute): Promise<EgressTunnel>
  /** Command prefix that starts a program where tunnels can be reached; empty when that is this machine's network. */
  readonly enter: readonly string[]
  /** Process id of the current process. */
  readonly pid: number | undefined
  /** False while the process is being replaced. */
  isRunning(): boolean
}

/** A SOCKS 5 listener for one render, with limits and a byte count of its own. */
export interface EgressTunnel extends AsyncDisposable {
  /** `socks5://<address>:<port>`, valid in the network that `EgressProxy.enter` leads to. */
  url: string
  /** Opens a second listener on this machine, with its own route and this tunnel's limits and count. Returns its URL. */
  branch(route?: ProxyRoute): Promise<string>
  /** Permits connections to these forbidden hosts and to the hosts below them. */
  permit(hosts: readonly string[]): Promise<void>
  /** Closes the connections that are open now, those of branches too. */
  closeConnections(): Promise<void>
  /** False once the proxy's process has ended: nothing passes any more. */
  isOpen(): boolean
  /** Returns the bytes transferred so far, in both directions together. */
  bytes(): Promise<number>
  /** Returns why the last connection to a host was refused; undefined when it was made or is not remembered. */
  refusalOf(destination: Destination): Promise<ConnectionRefusal | undefined>
}

export interface EgressProxySettings extends ProxySettings {
  /**
   * Makes the listeners in a network namespace, created by programs found in the folders of `path`. Without it they are
   * in this machine's network.
   */
  namespace?: { path?: string }
  /** Interval of pings to the process, and the time it has to answer one. */
  pingMs?: number
  silenceMs?: number
}

/** Pause before a process is replaced, so that one that cannot start is not started in a busy loop. */
const RESTART_PAUSE_MS = 100
const START_TIMEOUT_MS = 30_000

/**
 * Starts the egress proxy.
 * @throws {Error} when a setting is invalid or the network namespace cannot be created.
 */
export async function startEgressProxy(settings: EgressProxySettings): Promise<EgressProxy> {
  const { namespace, pingMs = 1000, silenceMs = 10_000, ...proxy } = settings
  // Reports invalid settings here rather than in the child process.
  createEgress(proxy)
  await using parts = new AsyncDisposableStack()
  const { enter } = namespace ? parts.use(await createNamespace(namespace.path)) : { enter: [] }
  let isDisposed = false
  let current = startProxyProcess(proxy, enter)
  let restarted: Promise<void>
  await current.started
  watch(current)
  const resources = parts.move()

  /** Pings a process and starts another one when it ends. */
  function watch(watched: ProxyProcess): void {
    void keepAlive(watched, { pingMs, silenceMs })
    restarted = watched.ended.then(async () => {
      await sleep(RESTART_PAUSE_MS)
      if (isDisposed) return
      current = startProxyProcess(proxy, enter)
      watch(current)
    })
  }

  return {
    get pid() {
      return current.pid
    },
    enter,
    isRunning: () => current.isRunning(),
    async openTunnel(limits, route) {
      if (!current.isRunning()) await restarted
      const child = current
      const url = (await child.send({ type: 'open', limits, route })) as string
      return tunnelOf(child, url)
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      current.kill()
      await current.ended
      await resources.disposeAsync()
    },
  }
}

/** Kills a process that does not start or answer in time. */
async function keepAlive(
  child: ProxyProcess,
  { pingMs, silenceMs }: { pingMs: number; silenceMs: number },
): Promise<void> {
  const killAfter = async (response: Promise<unknown>, ms: number): Promise<void> => {
    let isOpen = true
    // After a stall of this process its timers run before a response that has already arrived is read.
    const killIfOpen = (): void => void setImmediate(() => isOpen && child.kill())
    const timer = setTimeout(killIfOpen, ms)
    await response.catch(() => undefined)
    isOpen = false
    clearTimeout(timer)
  }
  await killAfter(child.started, START_TIMEOUT_MS)
  while (child.isRunning()) {
    await killAfter(child.send({ type: 'ping' }), silenceMs)
    await sleep(pingMs, undefined, { ref: false })
  }
}

function tunnelOf(child: ProxyProcess, url: string): EgressTunnel {
  return {
    url,
    branch: async (route) => (await child.send({ type: 'branch', url, route })) as string,
    permit: async (hosts) => void (await child.send({ type: 'permit', url, hosts })),
    closeConnections: async () => void (await child.send({ type: 'closeConnections', url })),
    isOpen: () => child.isRunning(),
    bytes: async () => ((await child.send({ type: 'bytes', url })) as number | undefined) ?? 0,
    refusalOf: async (destination) =>
      (await child.send({ type: 'refusal', url, destination })) as ConnectionRefusal | undefined,
    async [Symbol.asyncDispose]() {
      await child.send({ type: 'close', url }).catch(() => undefined)
    },
  }
}
