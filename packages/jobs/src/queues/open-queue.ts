import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { ignoreConnectionErrors } from '../redis/connect.ts'

/** A queue to which this process adds jobs. Disposing closes it. */
export interface OpenQueue<Job> extends AsyncDisposable {
  queue: Queue<Job>
}

/** Events of a few seconds, so that a gateway that reconnects misses none; the end of a render is also polled. */
const KEPT_EVENTS = 2000

/**
 * BullMQ waits for a connection and asks for the server's version once, and a failure of that would make all later calls
 * fail, also when Redis answers again. Workers check the version.
 */
export const WITHOUT_PROBE = { skipWaitingForReady: true, skipVersionCheck: true } as const

/** Opens a queue by the name that BullMQ has for it. A failed call rejects; connection errors are retried by BullMQ. */
export function openQueue<Job>(redis: Redis, name: string): OpenQueue<Job> {
  const streams = { events: { maxLen: KEPT_EVENTS } }
  const queue = new Queue<Job>(name, { connection: redis, streams, ...WITHOUT_PROBE })
  ignoreConnectionErrors(queue)
  return { queue, [Symbol.asyncDispose]: () => queue.close() }
}
