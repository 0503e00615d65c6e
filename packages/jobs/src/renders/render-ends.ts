import { settlesWithin } from '@render/async'
import type { Finished, RenderOutcome } from '@render/outputs'
import { QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { failureOf } from '../finished.ts'
import { rendersQueueName } from '../queues/names.ts'
import { ignoreConnectionErrors } from '../redis/connect.ts'
import { isFinished, type RenderState } from './render-finder.ts'

export interface RenderEnds extends AsyncDisposable {
  /**
   * Waits until a render has ended; returns undefined when the signal aborts. It listens from the moment of the call, so
   * call it before submitting, or before checking whether the render has ended already. Calls `find` every few seconds,
   * in case an event was missed.
   */
  waitFor(
    id: string,
    find: (id: string) => Promise<RenderState | undefined>,
    signal: AbortSignal,
  ): Promise<Finished | undefined>
}

interface Waiter {
  resolve: (finished: Finished) => void
  poll: () => void
}

const SAFETY_POLL_MS = 5000
/** Closing is given up after this time: a stream that is reconnecting to Redis never reports that it has closed. */
const CLOSE_MS = 1000

/** Opens one event stream per queue of renders, which all waiting calls of this process share. */
export async function createRenderEnds(redis: Redis, queues: string[] = []): Promise<RenderEnds> {
  const waiting = new Map<string, Set<Waiter>>()
  // Each stream needs a connection of its own, because reading it blocks the connection.
  const connections = queues.map(() => redis.duplicate())
  for (const connection of connections) ignoreConnectionErrors(connection)
  const streams = [undefined, ...queues].map((queue, at) => openStream(queue, connections[at - 1] ?? redis))
  await Promise.all(streams.map((events) => events.waitUntilReady()))

  function openStream(queue: string | undefined, connection: Redis): QueueEvents {
    const events = new QueueEvents(rendersQueueName(queue), { connection })
    ignoreConnectionErrors(events)
    events.on('completed', ({ jobId, returnvalue }) => {
      settle(jobId, { status: 'succeeded', outcome: returnvalue as unknown as RenderOutcome })
    })
    events.on('failed', ({ jobId, failedReason }) => {
      settle(jobId, { status: 'failed', ...failureOf(failedReason), endedAt: Date.now() })
    })
    // The record has the state of a removed render.
    events.on('removed', ({ jobId }) => {
      for (const { poll } of waiting.get(jobId) ?? []) poll()
    })
    return events
  }

  function settle(id: string, finished: Finished): void {
    for (const { resolve } of waiting.get(id) ?? []) resolve(finished)
  }

  return {
    async waitFor(id, find, signal) {
      const { promise, resolve } = Promise.withResolvers<Finished | undefined>()
      const onAbort = () => resolve(undefined)
      const poll = () =>
        void find(id).then(
          (state) => state && isFinished(state) && resolve(state),
          () => {},
        )
      const waiters = waiting.get(id) ?? new Set()
      const waiter = { resolve, poll }
      waiting.set(id, waiters.add(waiter))
      const timer = setInterval(poll, SAFETY_POLL_MS)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      try {
        return await promise
      } finally {
        clearInterval(timer)
        signal.removeEventListener('abort', onAbort)
        waiters.delete(waiter)
        if (waiters.size === 0) waiting.delete(id)
      }
    },
    async [Symbol.asyncDispose]() {
      await settlesWithin(Promise.all(streams.map((events) => events.close())), CLOSE_MS)
      for (const connection of connections) connection.disconnect()
    },
  }
}
