import type { BrowserProcess } from './launch.ts'
import { ownedBytes, processTree, readParents, type Parents } from './processes.ts'

export interface WatchdogSettings {
  /** Returns the browsers with renders inside. */
  busy: () => { browser: BrowserProcess; inside: number }[]
  /** Memory limit for each render; the limit of a browser is this times the number of renders inside. */
  bytesPerRender: number
  /** Memory limit for all of these browsers together; beyond it the largest one is killed. */
  bytesInAll: number
  intervalMs: number
  /**
   * Number of checks without a reply after which a browser counts as hanging. Not a time, as this process itself may have
   * been stopped.
   */
  missedPings: number
}

/** Kills browsers that exceed their memory limit or no longer answer. Their renders fail with `BrowserDied`. */
export function startWatchdog({
  busy,
  bytesPerRender,
  bytesInAll,
  intervalMs,
  missedPings,
}: WatchdogSettings): Disposable {
  let known: Parents | undefined
  const unanswered = new WeakMap<BrowserProcess, number>()

  function check(): void {
    const browsers = busy()
    if (browsers.length === 0) return
    known = readParents(known)
    let bytesSoFar = 0
    let largest: { browser: BrowserProcess; bytes: number } | undefined
    for (const { browser, inside } of browsers) {
      const bytes = memoryOf(browser.pid, known)
      if (bytes > bytesPerRender * inside) browser.kill('memory')
      else if (isMissing(browser)) browser.kill('hang')
      else {
        bytesSoFar += bytes
        if (!largest || bytes > largest.bytes) largest = { browser, bytes }
      }
    }
    if (bytesSoFar > bytesInAll) largest?.browser.kill('memory')
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

function memoryOf(root: number, parents: Parents): number {
  return processTree(root, parents).reduce((sum, pid) => sum + ownedBytes(pid), 0)
}
