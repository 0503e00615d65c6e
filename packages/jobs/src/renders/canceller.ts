import type { Redis } from 'ioredis'
import { publishCancellation } from './cancellations.ts'
import { openRendersQueues } from './renders-queues.ts'

export interface Canceller extends AsyncDisposable {
  /**
   * Removes a render from its queue, or makes its worker stop, now or at the next attempt: it fails with
   * `RenderCancelledError` unless it ends otherwise first. A render that is being delayed at this moment must be cancelled
   * once more to fail before its next attempt.
   */
  cancel(id: string, queue?: string): Promise<void>
  /** Removes a render from its queue unless a worker has started it. */
  withdraw(id: string, queue?: string): Promise<void>
}

export function createCanceller(redis: Redis): Canceller {
  const renders = openRendersQueues(redis)
  return {
    async cancel(id, queue) {
      await publishCancellation(redis, id)
      // A running job is left where it is. The `records` step treats a render without a result as cancelled.
      await renders.remove(id, queue)
    },
    async withdraw(id, queue) {
      const starts = await redis.hget(renders.of(queue).toKey(id), 'ats')
      if (Number(starts ?? 0) === 0) await renders.remove(id, queue)
    },
    [Symbol.asyncDispose]: () => renders[Symbol.asyncDispose](),
  }
}
