import { Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import type { QueueName, Queues } from './payloads.ts'

export type JobOf<Q extends QueueName> = Job<Queues[Q]['job'], Queues[Q]['value']>

/** `signal` aborts when the job was cancelled or its lock was lost: another worker may have it by then. */
export type Processor<Q extends QueueName> = (
  job: JobOf<Q>,
  token: string,
  signal: AbortSignal,
) => Promise<Queues[Q]['value']>

export interface WorkerSettings {
  concurrency: number
  /** Delay before the next attempt in milliseconds, by the number of attempts made. */
  backoff?: (attemptsMade: number, error: Error | undefined) => number
  log?: { warn(details: object, message: string): void }
}

export interface QueueWorker extends AsyncDisposable {
  isRunning(): boolean
}

/** A job whose worker went silent is taken over after at most these two together. */
const LOCK_MS = 10_000
const STALLED_CHECK_MS = 5000
const MOST_STALLS = 5

/** Takes jobs of a queue. Disposing takes no new ones and waits for those under way. */
export function createWorker<Q extends QueueName>(
  name: Q,
  redis: Redis,
  process: Processor<Q>,
  { concurrency, backoff, log }: WorkerSettings,
): QueueWorker {
  const worker = new Worker<Queues[Q]['job'], Queues[Q]['value']>(
    name,
    (job, token, signal) => process(job, token!, signal ?? new AbortController().signal),
    {
      connection: redis,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MOST_STALLS,
      ...(backoff && { settings: { backoffStrategy: (made, _type, error) => backoff(made, error) } }),
    },
  )
  worker.on('error', (error) => log?.warn({ queue: name, error: error.message }, 'queue error'))
  worker.on('lockRenewalFailed', (jobIds) => {
    for (const id of jobIds) worker.cancelJob(id, 'lock lost')
  })
  return {
    isRunning: () => worker.isRunning(),
    async [Symbol.asyncDispose]() {
      await worker.close()
    },
  }
}
