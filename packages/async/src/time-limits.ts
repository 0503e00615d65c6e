import { addAbortListener } from 'node:events'

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
  let turn: NodeJS.Immediate | undefined
  const end = () => late.resolve(Promise.try(onTimeout))
  // After a pause of this process, results that have arrived meanwhile are read first.
  const timer = setTimeout(() => (turn = setImmediate(end)), timeoutMs)
  const abort = () => late.reject(new DOMException('The operation was aborted.', 'AbortError'))
  using _ = signal && addAbortListener(signal, abort)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
