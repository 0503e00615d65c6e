import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { SweepJob } from './payloads.ts'

export interface SweepScheduler extends AsyncDisposable {
  /** Asks the workers to delete artefacts made before a day (`YYYY-MM-DD`, UTC); asking twice adds nothing. */
  schedule(before: string): Promise<void>
  /** Asks the workers to delete the files of one render. */
  deleteFiles(renderId: string, keys: string[]): Promise<void>
}

export function createSweepScheduler(redis: Redis): SweepScheduler {
  const queue = new Queue<SweepJob>('sweeps', { connection: redis })
  queue.on('error', () => {})
  return {
    async schedule(before) {
      const keep = { removeOnComplete: { age: 3 * 24 * 3600 }, removeOnFail: { age: 3600 } }
      await queue.add('sweep', { before }, { jobId: `before-${before}`, ...keep })
    },
    async deleteFiles(renderId, keys) {
      const retry = { attempts: 5, backoff: { type: 'exponential', delay: 1000 } }
      const keep = { removeOnComplete: true, removeOnFail: true }
      await queue.add('delete', { keys }, { jobId: `files-${renderId}`, ...retry, ...keep })
    },
    async [Symbol.asyncDispose]() {
      await queue.close()
    },
  }
}
