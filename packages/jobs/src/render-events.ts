import { setTimeout as sleep } from 'node:timers/promises'
import { QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { failureOf } from './finished.ts'
import type { RenderState } from './find-render.ts'
import { rendersQueue } from './named-queue.ts'
import type { Finished, RenderOutcome } from './payloads.ts'

export interface RenderEvents extends AsyncDisposable {
  /**
   * Waits until a render has ended or the signal aborts (then undefined). Listening begins at once, so call this
   * before submitting, or before looking whether the render has ended already. `find` is asked every few seconds, for
   * an event that was missed.
   */
  waitFor(
    id: string,
    find: (id: string) => Promise<RenderState | undefined>,
    signal: AbortSignal,
  ): Promise<Finished | undefined>
}

interface Waiter {
  resolve: (finished: Finished) => void
  look: () => void
}

const SAFETY_POLL_MS = 5000
/** A stream that is between two attempts to reach Redis never says that it has closed. */
const CLOSE_MS = 1000

/** One event stream per process and queue of renders, and a map of those who wait. */
export async function createRenderEvents(redis: Redis, queues: string[] = []): Promise<RenderEvents> {
  const waiting = new Map<string, Set<Waiter>>()
  // Reading a stream blocks its connection.
  const connections = queues.map(() => redis.duplicate().on('error', () => {}))
  const streams = [undefined, ...queues].map((queue, at) => listenTo(queue, connections[at - 1] ?? redis))
  await Promise.all(streams.map((events) => events.waitUntilReady()))

  function listenTo(queue: string | undefined, connection: Redis): QueueEvents {
    const events = new QueueEvents(rendersQueue(queue), { connection })
    events.on('error', () => {})
    events.on('completed', ({ jobId, returnvalue }) => {
      settle(jobId, { status: 'succeeded', outcome: returnvalue as unknown as RenderOutcome })
    })
    events.on('failed', ({ jobId, failedReason }) => {
      settle(jobId, { status: 'failed', ...failureOf(failedReason), endedAt: Date.now() })
    })
    // Its record knows by now what that means.
    events.on('removed', ({ jobId }) => {
      for (const { look } of waiting.get(jobId) ?? []) look()
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
      const look = () =>
        void find(id).then(
          (state) => state && isFinished(state) && resolve(state),
          () => {},
        )
      const others = waiting.get(id) ?? new Set()
      const waiter = { resolve, look }
      waiting.set(id, others.add(waiter))
      const timer = setInterval(look, SAFETY_POLL_MS)
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      try {
        return await promise
      } finally {
        clearInterval(timer)
        signal.removeEventListener('abort', onAbort)
        others.delete(waiter)
        if (others.size === 0) waiting.delete(id)
      }
    },
    async [Symbol.asyncDispose]() {
      const patience = new AbortController()
      const tooLong = sleep(CLOSE_MS, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([Promise.all(streams.map((events) => events.close())), tooLong])
      patience.abort()
      for (const connection of connections) connection.disconnect()
    },
  }
}

export function isFinished(state: RenderState): state is Finished {
  return state.status === 'succeeded' || state.status === 'failed'
}
