import type { Redis } from 'ioredis'
import { CANCELS, markOf } from './listen-for-cancels.ts'
import { openRendersQueues } from './renders-queues.ts'

export interface Canceller extends AsyncDisposable {
  /**
   * Takes a render out of its queue, or has the worker stop that makes it, now or at its next attempt: it ends with
   * `RenderCancelledError` unless it ends otherwise first. One that was about to be put off has to be cancelled again to
   * end before its next attempt.
   */
  cancel(id: string, queue?: string): Promise<void>
  /** Takes a render out of its queue, unless a worker has begun it. */
  withdraw(id: string, queue?: string): Promise<void>
}

/** Longer than all attempts of a render together. */
const MARK_SECONDS = 3600

export function createCanceller(redis: Redis): Canceller {
  const renders = openRendersQueues(redis)
  return {
    async cancel(id, queue) {
      // The mark comes first: whoever starts the job from now on reads it, whoever has started hears.
      await redis.set(markOf(id), '1', 'EX', MARK_SECONDS)
      await redis.publish(CANCELS, id)
      // A job that a worker has is left where it is. The record's step calls a render without an end cancelled.
      await renders.of(queue).remove(id)
    },
    async withdraw(id, queue) {
      const starts = await redis.hget(renders.of(queue).toKey(id), 'ats')
      if (Number(starts ?? 0) === 0) await renders.of(queue).remove(id)
    },
    [Symbol.asyncDispose]: () => renders[Symbol.asyncDispose](),
  }
}
