/** How long an element may take to stand still and be reached by the pointer. */
const REACH_MS = 1000
/** How long is waited in all for those that are not reached. */
const IN_VAIN_MS = 3000

/** Does something with the pointer; false where that did not reach its element in `timeoutMs`, or is not tried any more. */
export type Reach = (act: (timeoutMs: number) => Promise<unknown>) => Promise<boolean>

export function createReach(): Reach {
  let leftMs = IN_VAIN_MS
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
