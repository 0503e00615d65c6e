import type { BrowserProcess } from './launch.ts'
import { findExcess, type MemoryLimits, type MemoryUse, type ProcessMemory } from './memory-limits.ts'
import { isRenderer, ownedBytes, processTree, readParents, type Parents } from './processes.ts'
import type { BusyBrowser } from './registry.ts'

export interface WatchdogSettings extends MemoryLimits {
  /** Returns the browsers with renders inside. */
  busy: () => BusyBrowser[]
  /** A browser with a process of this size that is no renderer is due for replacement. */
  bytesToReplace: number
  intervalMs: number
  /**
   * Number of checks without a reply after which a browser counts as hanging. Not a time, as this process itself may have
   * been stopped.
   */
  missedPings: number
}

export interface Watchdog extends Disposable {
  /** Watches until no browser is busy; called for each render that enters a browser. */
  wake: () => void
}

/**
 * Kills browsers that exceed their memory limit or no longer answer, and single renderers that exceed it. Their renders
 * fail with `BrowserCrashed`. Browsers whose memory grows from page to page are replaced before they reach it.
 */
export function createWatchdog(settings: WatchdogSettings): Watchdog {
  const { busy, bytesToReplace, intervalMs, missedPings, ...limits } = settings
  let known: Parents | undefined
  const unanswered = new WeakMap<BrowserProcess, number>()
  const killed = new WeakSet<BrowserProcess>()
  /** Renderers that were killed and have not ended yet. */
  const dying = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  function rest(): void {
    clearInterval(timer)
    timer = undefined
  }

  function check(): void {
    const all = busy()
    if (all.length === 0) return rest()
    const browsers = all.filter(({ browser }) => !killed.has(browser))
    if (browsers.length === 0) return
    const parents = readParents(known)
    known = parents
    for (const pid of dying) if (!parents.has(pid)) dying.delete(pid)
    const uses = browsers.map((each) => measure(each, parents))
    for (const [at, { processes }] of uses.entries())
      if (processes.some(hasGrown)) browsers[at]!.markForReplacement()
    for (const { browser, renderer } of findExcess(uses, limits))
      if (renderer === undefined) kill(browser, 'memory')
      else {
        dying.add(renderer)
        browser.killRenderer(renderer)
      }
    for (const { browser } of browsers) if (!killed.has(browser) && isMissing(browser)) kill(browser, 'hang')
  }

  function hasGrown({ bytes, isRenderer: isPage }: ProcessMemory): boolean {
    return bytes > bytesToReplace && !isPage()
  }

  function measure({ browser, activeRenders }: BusyBrowser, parents: Parents): MemoryUse<BrowserProcess> {
    const living = processTree(browser.pid, parents).filter((pid) => !dying.has(pid))
    const processes = living.map((pid) => ({
      pid,
      bytes: ownedBytes(pid),
      isRenderer: () => isRenderer(pid),
    }))
    return { browser, activeRenders, processes }
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

  return { wake: () => void (timer ??= setInterval(check, intervalMs).unref()), [Symbol.dispose]: rest }
}
