import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { rendersQueue } from './named-queue.ts'

export interface RendersQueues extends AsyncDisposable {
  /** The queue of renders of a name; the default one without. */
  of(name?: string): Queue
}

/** The queues of renders, each opened once, when it is first asked for. */
export function openRendersQueues(redis: Redis): RendersQueues {
  const open = new Map<string, Queue>()
  return {
    of(name) {
      const fullName = rendersQueue(name)
      const known = open.get(fullName) ?? new Queue(fullName, { connection: redis }).on('error', () => {})
      open.set(fullName, known)
      return known
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open.values()].map((queue) => queue.close()))
    },
  }
}
