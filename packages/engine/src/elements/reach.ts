/** Limit for one element to stop moving and to be reachable by the pointer. */
const REACH_MS = 1000
/** Limit for all failed attempts together. */
const FAILED_MS = 3000

/**
 * Runs a pointer action; returns false when it failed to reach its element within `timeoutMs`, or when the time for
 * failed attempts is used up.
 */
export type Reach = (act: (timeoutMs: number) => Promise<unknown>) => Promise<boolean>

export function createReach(): Reach {
  let leftMs = FAILED_MS
  return async (act) => {
    if (leftMs <= 0) return false
    const start = performance.now()
    try {
      await act(Math.min(REACH_MS, leftMs))
      return true
    } catch {
      leftMs -= performance.now() - start
      return false
    }
  }
}
