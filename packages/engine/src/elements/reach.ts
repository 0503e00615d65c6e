import type { PageTime } from '../page-time/page-time.ts'

/** Limit for one element to stop moving and to be reachable by the pointer. */
const REACH_MS = 1000
/** Limit for all failed attempts together. */
const FAILED_MS = 3000

/**
 * Runs a pointer action until it is done or its limit aborts; returns false when it failed to reach its element by then, or
 * when the time for failed attempts is used up.
 */
export type Reach = (
  act: (limit: { timeout: 0; signal: AbortSignal }) => Promise<unknown>,
) => Promise<boolean>

export function createReach(time: PageTime): Reach {
  let leftMs = FAILED_MS
  return async (act) => {
    if (leftMs <= 0) return false
    const start = time.now()
    const limit = new AbortController()
    const cancel = time.after(Math.min(REACH_MS, leftMs), () => limit.abort())
    try {
      await time.during(act({ timeout: 0, signal: limit.signal }))
      return true
    } catch {
      leftMs -= time.now() - start
      return false
    } finally {
      cancel()
    }
  }
}
