// Queues of renders: the default one, and one for each group of workers that an operator has set apart.
import { QueueKeys, type Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { openQueue, type OpenQueue } from '../queues/open-queue.ts'

/** The queues of renders. Disposing closes those that are open. */
export interface RendersQueues extends AsyncDisposable {
  /** Returns the queue of renders with this name; the default queue without one. Each is opened once. */
  of(name?: string): Queue
  /** Removes a render from the queue with this name unless a worker has it. */
  remove(id: string, name?: string): Promise<void>
}

export function openRendersQueues(redis: Redis): RendersQueues {
  const open = new Map<string, OpenQueue<unknown>>()
  function of(name?: string): Queue {
    const fullName = rendersQueueName(name)
    const opened = open.get(fullName) ?? openQueue(redis, fullName)
    open.set(fullName, opened)
    return opened.queue
  }

  return {
    of,
    async remove(id, name) {
      // A render has no children, so there is nothing to search for.
      await of(name).remove(id, { removeChildren: false })
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open.values()].map((each) => each[Symbol.asyncDispose]()))
    },
  }
}

/** Returns BullMQ's name of a queue of renders; without `name` that of the default queue. */
export function rendersQueueName(name?: string): string {
  return name ? `renders-${name}` : 'renders'
}

/** Returns the name of the queue for videos beside a queue of renders; without `name` beside the default one. */
export function videosQueue(name = ''): string {
  return `${name}.videos`
}

/** Beginning of the keys of all queues of renders. */
export const RENDER_QUEUE_PREFIX = new QueueKeys().toKey(rendersQueueName(), '').slice(0, -1)
