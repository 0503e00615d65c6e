import { addAbortListener } from 'node:events'
import { afterDelay } from './after-delay.ts'

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
  const late = Promise.withResolvers<L>()
  const cancel = afterDelay(timeoutMs, () => late.resolve(Promise.try(onTimeout)))
  const abort = () => late.reject(new DOMException('The operation was aborted.', 'AbortError'))
  using _ = signal && addAbortListener(signal, abort)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    cancel()
  }
}
