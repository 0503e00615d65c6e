import type { Work } from '../work.ts'

export const LATE = Symbol('no answer in time')

/**
 * Waits for what a page takes part in, at most for `timeoutMs`. The time that it takes, but `freeMs` of it, is gone of the
 * patience with the page.
 */
export async function spendPatience<T>(
  work: Pick<Work, 'patienceMs'>,
  act: () => Promise<T>,
  timeoutMs: number,
  freeMs = 0,
): Promise<T | typeof LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>()
  const timer = setTimeout(resolve, timeoutMs, LATE)
  const start = performance.now()
  try {
    return await Promise.race([late, act()])
  } finally {
    clearTimeout(timer)
    const tookMs = Math.ceil(performance.now() - start)
    work.patienceMs -= Math.min(work.patienceMs, Math.max(0, tookMs - freeMs))
  }
}
