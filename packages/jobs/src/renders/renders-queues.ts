// Queues of renders: the default one, and one for each group of workers that an operator has set apart.
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { rendersQueueName } from '../queues/names.ts'
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
