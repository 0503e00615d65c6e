import { setTimeout as sleep } from 'node:timers/promises'

/** Returns whether a promise settles, fulfilled or rejected, within `timeoutMs`. Does not stop the work. */
export function settlesWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  )
  return withTimeout(settled, timeoutMs, () => false)
}

/**
 * Returns the result of the work, or that of `onTimeout` when the work takes longer than `timeoutMs`. Does not stop the
 * work.
 * @throws what the work or `onTimeout` throws, and an `AbortError` when `signal` aborts first.
 */
export async function withTimeout<T, L>(
  work: Promise<T>,
  timeoutMs: number,
  onTimeout: () => L,
  signal?: AbortSignal,
): Promise<T | L> {
  const done = new AbortController()
  const stop = signal ? AbortSignal.any([signal, done.signal]) : done.signal
  try {
    return await Promise.race([work, sleep(timeoutMs, undefined, { signal: stop }).then(onTimeout)])
  } finally {
    done.abort()
  }
}
