import type { Job, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { announceCapacity } from '../admission/capacity.ts'
import { forgetEndedRenders } from '../admission/outstanding.ts'
import type { RenderJob } from '../payloads.ts'
import type { WorkerHooks } from '../queues/worker.ts'
import { subscribeCancellations } from './cancellations.ts'

/** Calls `onCancel` for renders that are cancelled, announces the worker's capacity, and ends outstanding renders. */
export function hookRenders(worker: Worker, redis: Redis, onCancel: (id: string) => void): WorkerHooks {
  const cancellations = subscribeCancellations(redis, onCancel)
  const capacity = announceCapacity(redis, worker.name, worker.concurrency)
  worker.on('completed', (job) => forgetEnded(redis, job))
  worker.on('failed', (job) => job?.finishedOn && forgetEnded(redis, job))
  return {
    isCancelled: (id) => cancellations.has(id),
    addDuration(ms, value) {
      if (!value || !isMock(value)) capacity.addRender(ms)
    },
    [Symbol.dispose]() {
      capacity[Symbol.dispose]()
      cancellations[Symbol.dispose]()
    },
  }
}

/** A mock holds its slot for a moment only, which says nothing about renders. */
function isMock(value: object): boolean {
  return 'mock' in value && value.mock !== undefined
}

/** Runs before the record is written, because that may have to wait for the database; the record repeats it. */
function forgetEnded(redis: Redis, { id, data }: Pick<Job, 'id' | 'data'>): void {
  forgetEndedRenders(redis, (data as RenderJob).projectId, [id!]).catch(() => {})
}
