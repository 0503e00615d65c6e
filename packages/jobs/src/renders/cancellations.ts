import type { Redis } from 'ioredis'
import { subscribe } from '../redis/subscribe.ts'
import { ALL_ATTEMPTS_MS } from './render-times.ts'

export interface Cancellations extends Disposable {
  /** Whether a render was cancelled; call it once `onCancel` can stop the render, so that no cancellation is missed. */
  has(id: string): Promise<boolean>
}

const CHANNEL = 'render-cancels'

/** Longer than all attempts of a render together. */
const KEEP_SECONDS = (4 * ALL_ATTEMPTS_MS) / 1000

/** Marks a render as cancelled and notifies all workers. */
export async function publishCancellation(redis: Redis, id: string): Promise<void> {
  // The key is written first: a worker that starts the job later reads it, one that has started it gets the message.
  await redis.set(cancelledKey(id), '1', 'EX', KEEP_SECONDS)
  await redis.publish(CHANNEL, id)
}

/** Calls `onCancel` for every render that is cancelled while this process is connected. */
export function subscribeCancellations(redis: Redis, onCancel: (id: string) => void): Cancellations {
  const subscription = subscribe(redis, CHANNEL, onCancel)
  return {
    has: async (id) => (await redis.exists(cancelledKey(id))) > 0,
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

function cancelledKey(id: string): string {
  return `render-cancelled:${id}`
}
