import type { BrowserProcess } from './launch.ts'
import { findExcess, type MemoryLimits, type MemoryUse } from './memory-limits.ts'
import { isRenderer, ownedBytes, processTree, readParents, type Parents } from './processes.ts'

/** A browser with renders inside. */
interface Busy {
  browser: BrowserProcess
  /** Number of renders. */
  inside: number
}

export interface WatchdogSettings extends MemoryLimits {
  /** Returns the browsers with renders inside. */
  busy: () => Busy[]
  intervalMs: number
  /**
   * Number of checks without a reply after which a browser counts as hanging. Not a time, as this process itself may have
   * been stopped.
   */
  missedPings: number
}

/**
 * Kills browsers that exceed their memory limit or no longer answer, and single renderers that exceed it. Their renders
 * fail with `BrowserDied`.
 */
export function startWatchdog({ busy, intervalMs, missedPings, ...limits }: WatchdogSettings): Disposable {
  let known: Parents | undefined
  const unanswered = new WeakMap<BrowserProcess, number>()
  const killed = new WeakSet<BrowserProcess>()
  /** Renderers that were killed and have not ended yet. */
  const dying = new Set<number>()

  function check(): void {
    const browsers = busy().filter(({ browser }) => !killed.has(browser))
    if (browsers.length === 0) return
    const parents = readParents(known)
    known = parents
    for (const pid of dying) if (!parents.has(pid)) dying.delete(pid)
    const uses = browsers.map((each) => measure(each, parents))
    for (const { browser, renderer } of findExcess(uses, limits))
      if (renderer === undefined) kill(browser, 'memory')
      else {
        dying.add(renderer)
        browser.killRenderer(renderer)
      }
    for (const { browser } of browsers) if (!killed.has(browser) && isMissing(browser)) kill(browser, 'hang')
  }

  function measure({ browser, inside }: Busy, parents: Parents): MemoryUse<BrowserProcess> {
    const living = processTree(browser.pid, parents).filter((pid) => !dying.has(pid))
    const processes = living.map((pid) => ({
      pid,
      bytes: ownedBytes(pid),
      isRenderer: () => isRenderer(pid),
    }))
    return { browser, inside, processes }
  }

  function kill(browser: BrowserProcess, reason: 'memory' | 'hang'): void {
    killed.add(browser)
    browser.kill(reason)
  }

  function isMissing(browser: BrowserProcess): boolean {
    const missed = unanswered.get(browser)
    unanswered.set(browser, (missed ?? 0) + 1)
    if (missed === undefined)
      void browser.ping().then(
        () => unanswered.delete(browser),
        () => undefined,
      )
    return missed !== undefined && missed >= missedPings
  }

  const timer = setInterval(check, intervalMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
