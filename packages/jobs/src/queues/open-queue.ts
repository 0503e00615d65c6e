import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { ignoreConnectionErrors } from '../redis/connect.ts'

/** A queue to which this process adds jobs. Disposing closes it. */
export interface OpenQueue<Job> extends AsyncDisposable {
  queue: Queue<Job>
}

/** Opens a queue by the name that BullMQ has for it. A failed call rejects; connection errors are retried by BullMQ. */
export function openQueue<Job>(redis: Redis, name: string): OpenQueue<Job> {
  const queue = new Queue<Job>(name, { connection: redis })
  ignoreConnectionErrors(queue)
  return { queue, [Symbol.asyncDispose]: () => queue.close() }
}
