import type { Redis } from 'ioredis'
import type { QueueName } from './payloads.ts'
import { rendersQueueName } from './queues/names.ts'
import { createQueueWorker, type Processor, type QueueWorker, type WorkerSettings } from './queues/worker.ts'
import { hookRenders } from './renders/render-hooks.ts'

/** Processes the jobs of a queue. `queue` names the queue of renders to serve; the default one when it is empty. */
export function createWorker<Q extends QueueName>(
  name: Q,
  redis: Redis,
  process: Processor<Q>,
  { queue, ...settings }: WorkerSettings & { queue?: string },
): QueueWorker {
  if (name !== 'renders') return createQueueWorker(name, redis, process, settings)
  return createQueueWorker(name, redis, process, {
    ...settings,
    queueName: rendersQueueName(queue),
    hook: (worker, cancel) => hookRenders(worker, redis, cancel),
  })
}
