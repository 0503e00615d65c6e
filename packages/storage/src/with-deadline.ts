import { withTimeout } from '@render/async'
import { StoreError } from './store-error.ts'

/**
 * Runs an operation of a store and gives up when `signal` aborts, with its reason, or after `timeoutMs`, with `unavailable`.
 * The operation may still be running then: it must check the signal that it gets before it changes anything for good.
 */
export async function withDeadline<T>(
  operation: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const onTimeout = () => {
    throw new StoreError('unavailable', `${operation}: no answer within ${timeoutMs} ms`)
  }
  try {
    return await withTimeout(run(limit.signal), timeoutMs, onTimeout, signal)
  } catch (error) {
    limit.abort(error)
    signal?.throwIfAborted()
    throw error
  }
}
