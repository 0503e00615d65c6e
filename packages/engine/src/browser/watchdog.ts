import type { BrowserProcess } from './launch.ts'
import { ownedBytes, processTree, readParents, type Parents } from './processes.ts'

export interface WatchdogSettings {
  /** Browsers with renders inside. */
  busy: () => { browser: BrowserProcess; inside: number }[]
  /** What one render may make its browser hold; a browser may hold as many times that as renders are inside. */
  bytesPerRender: number
  intervalMs: number
  /** Looks without an answer after which a browser hangs. Not a time: this process may itself have been stopped. */
  missedPings: number
}

/** Kills browsers that outgrow their memory or no longer answer. Their renders are told by their browser's death. */
export function startWatchdog({
  busy,
  bytesPerRender,
  intervalMs,
  missedPings,
}: WatchdogSettings): Disposable {
  let known: Parents | undefined
  const unanswered = new WeakMap<BrowserProcess, number>()

  function look(): void {
    const browsers = busy()
    if (browsers.length === 0) return
    known = readParents(known)
    for (const { browser, inside } of browsers) {
      if (memoryOf(browser.pid, known) > bytesPerRender * inside) browser.kill('memory')
      else if (isMissing(browser)) browser.kill('hang')
    }
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

  const timer = setInterval(look, intervalMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function memoryOf(root: number, parents: Parents): number {
  return processTree(root, parents).reduce((sum, pid) => sum + ownedBytes(pid), 0)
}
