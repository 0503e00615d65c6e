import type { CDPSession } from 'playwright-core'
import { trackFetches } from './track-fetches.ts'

/** How often the clock stops again for all requests once one that was given up has ended. */
const MAX_RETURNS = 2

/** The time in which a page can fetch once more: as much as the browser lets pass for a request. */
const FETCH_US = 10_000

/** Time passes after this many tasks, also in a page that always has a next one, such as a message to itself. */
const MAX_TASKS = 1000

/**
 * Returns a function that lets virtual time pass in a page, in microseconds, and runs what is due until then. The clock stands
 * still while the page fetches, but for one request no longer than `patienceMs` of real time.
 */
export async function createPassing(
  session: CDPSession,
  patienceMs: number,
): Promise<(us: number) => Promise<void>> {
  let policy: 'pauseIfNetworkFetchesPending' | 'advance' = 'pauseIfNetworkFetchesPending'
  /** How long the clock may still stand for requests beside those that were given up. */
  let sparedMs = patienceMs
  let returns = 0
  const fetches = await trackFetches(session)
  let onExpired = (): void => undefined
  session.on('Emulation.virtualTimeBudgetExpired', () => onExpired())

  async function pass(us: number): Promise<void> {
    const { promise: passed, resolve } = Promise.withResolvers<void>()
    onExpired = resolve
    const more = { maxVirtualTimeTaskStarvationCount: MAX_TASKS }
    await session.send('Emulation.setVirtualTimePolicy', { policy, budget: toMs(us), ...more })
    const hurry = setTimeout(() => {
      policy = 'advance'
      session.send('Emulation.setVirtualTimePolicy', { policy, ...more }).catch(() => undefined)
    }, patienceMs)
    await passed.finally(() => clearTimeout(hurry))
  }

  /**
   * Waits for requests where the browser does not, because of one that has no end. All this takes at most the patience, and no
   * more than the time of the page that has passed since.
   */
  async function waitForFetches(passedUs: number): Promise<void> {
    if (policy !== 'advance') return
    sparedMs = Math.min(patienceMs, sparedMs + passedUs / 1000)
    for (let leftUs = passedUs; leftUs > 0 && sparedMs > 0; leftUs -= FETCH_US) {
      const waitedMs = await fetches.wait(patienceMs, sparedMs)
      if (waitedMs === 0) break
      sparedMs -= waitedMs
      await pass(0)
    }
    if (fetches.areOpen() || returns === MAX_RETURNS) return
    returns += 1
    policy = 'pauseIfNetworkFetchesPending'
  }

  return async (us) => {
    await pass(us)
    await waitForFetches(us)
    // The clock stops before it has run all that is due at this time. A budget of no time expires behind that.
    await pass(0)
  }
}

/** Returns milliseconds that the browser, which cuts off parts of a microsecond, reads as these microseconds. */
export function toMs(us: number): number {
  return (us + 0.5) / 1000
}
