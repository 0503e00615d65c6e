import type { Redis } from 'ioredis'
import type { SweepJob } from '../payloads.ts'
import { openQueue } from './open-queue.ts'

export interface SweepScheduler extends AsyncDisposable {
  /** Queues the deletion of artefacts made before a day (`YYYY-MM-DD`, UTC); a day that is queued already adds nothing. */
  schedule(before: string): Promise<void>
  /** Queues the deletion of the files of one render. One that failed before is tried again at once. */
  deleteFiles(renderId: string, keys: string[]): Promise<void>
  /** Queues the deletion of one file after a delay. */
  deleteLater(key: string, delayMs: number): Promise<void>
}

export function createSweepScheduler(redis: Redis): SweepScheduler {
  const sweeps = openQueue<SweepJob>(redis, 'sweeps')
  // Retries for 36 hours: a file that is kept for a minute must not stay for a month because the store was unavailable.
  const retry = { attempts: 18, backoff: { type: 'exponential', delay: 1000 } }
  const once = { ...retry, removeOnComplete: true, removeOnFail: true }
  return {
    async schedule(before) {
      const keep = { ...once, removeOnComplete: { age: 3 * 24 * 3600 } }
      await sweeps.queue.add('sweep', { before }, { jobId: `before-${before}`, ...keep })
    },
    async deleteFiles(renderId, keys) {
      const job = await sweeps.queue.add('delete', { keys }, { jobId: `files-${renderId}`, ...once })
      // Fails unless an earlier request waits for its next attempt.
      await job.promote().catch(() => {})
    },
    async deleteLater(key, delayMs) {
      await sweeps.queue.add('delete', { keys: [key] }, { delay: delayMs, ...once })
    },
    [Symbol.asyncDispose]: () => sweeps[Symbol.asyncDispose](),
  }
}
