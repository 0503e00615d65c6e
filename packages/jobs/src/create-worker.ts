import { RenderError } from '@render/errors'
import { DelayedError, UnrecoverableError, WaitingError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { outstandingOf } from './admission.ts'
import { announceCapacity } from './capacity.ts'
import { writeFailure } from './finished.ts'
import { listenForCancels } from './listen-for-cancels.ts'
import { logFailure } from './log-failure.ts'
import { rendersQueue } from './named-queue.ts'
import type { QueueName, Queues, RenderJob } from './payloads.ts'
import { keepTurn, putOff } from './put-off.ts'

export type JobOf<Q extends QueueName> = Job<Queues[Q]['job'], Queues[Q]['value']>

/**
 * `signal` aborts when the render was cancelled (its reason is a `RenderError` then), when the job must be handed back, or
 * when its lock was lost: another worker may have it by then. A processor stops and throws; what it throws then is of no
 * interest.
 */
export type Processor<Q extends QueueName> = (
  job: JobOf<Q>,
  token: string,
  signal: AbortSignal,
) => Promise<Queues[Q]['value']>

export interface WorkerSettings {
  concurrency: number
  /** Name of the queue of renders to serve; the default one when it is empty. */
  queue?: string
  /** Delay before the next attempt in milliseconds, by the number of attempts made; -1 makes no other attempt. */
  backoff?: (attemptsMade: number, error: Error | undefined) => number
  /** How long jobs under way may go on when the worker is disposed, before they are handed back to the queue. */
  drainMs?: number
  log?: { warn(details: object, message: string): void }
}

export interface QueueWorker extends AsyncDisposable {
  /** Whether it takes jobs. */
  isRunning(): boolean
  /** Takes no more jobs until it is to go on; those under way do. */
  pause(): void
  goOn(): void
}

/**
 * A job whose worker went silent is taken over after at most the lock's time and two checks: workers take turns in
 * checking, and the silent one may have had the last turn.
 */
const LOCK_MS = 10_000
const STALLED_CHECK_MS = 2000
/** A job is never given up for the deaths of its workers, which nothing resets; renders count them for themselves. */
const MOST_STALLS = Number.MAX_SAFE_INTEGER
/** How long handing back may take, for instance because Redis is away; then the lock runs out instead. */
const HAND_BACK_MS = 3000
/** A worker that meets a job it still runs waits so long for its former attempt to end. */
const REJOIN_MS = 1000

const HANDED_BACK = 'handed back'
const LOCK_LOST = 'lock lost'

/** Takes jobs of a queue. Disposing takes no new ones and waits for those under way, then hands them back. */
export function createWorker<Q extends QueueName>(
  name: Q,
  redis: Redis,
  process: Processor<Q>,
  { concurrency, queue, backoff, drainMs = 25_000, log }: WorkerSettings,
): QueueWorker {
  const underWay = new Map<string, AbortController>()
  const cancels = name === 'renders' ? listenForCancels(redis, cancel) : undefined
  let closing = false
  const served = name === 'renders' ? rendersQueue(queue) : name
  const worker = new Worker<Queues[Q]['job'], Queues[Q]['value']>(served, attempt, {
    connection: redis,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MOST_STALLS,
    ...(backoff && { settings: { backoffStrategy: (made, _type, error) => backoff(made, error) } }),
  })
  const capacity = name === 'renders' ? announceCapacity(redis, served, concurrency) : undefined
  if (name === 'renders') {
    worker.on('completed', leave)
    worker.on('failed', (job) => job?.finishedOn && leave(job))
  }
  worker.on('error', (error) => log?.warn({ queue: served, error: error.message }, 'queue error'))
  worker.on('failed', (job, error) => {
    if (job && log) logFailure(log, job, error)
  })
  worker.on('lockRenewalFailed', (jobIds) => {
    for (const id of jobIds) worker.cancelJob(id, LOCK_LOST)
  })

  /** Its record makes sure of it, should this be lost; but the record may have to wait for the database. */
  function leave({ id, data }: Pick<Job<Queues[Q]['job']>, 'id' | 'data'>): void {
    redis.zrem(outstandingOf((data as RenderJob).projectId), id!).catch(() => {})
  }

  function cancel(id: string): void {
    underWay.get(id)?.abort(new RenderError('RenderCancelledError'))
  }

  async function attempt(job: JobOf<Q>, token: string | undefined, cancelled: AbortSignal | undefined) {
    const id = job.id!
    const former = underWay.get(id)
    if (former) {
      // This process was frozen for so long that its own job came back to it: only one attempt may go on.
      former.abort(LOCK_LOST)
      await putOff(job, token, REJOIN_MS)
    }
    const own = new AbortController()
    underWay.set(id, own)
    const begun = performance.now()
    const signal = AbortSignal.any([own.signal, ...(cancelled ? [cancelled] : [])])
    try {
      if (await cancels?.has(id)) cancel(id)
      signal.throwIfAborted()
      return await process(job, token!, signal)
    } catch (error) {
      if (signal.reason instanceof RenderError && !(error instanceof DelayedError))
        throw new UnrecoverableError(writeFailure(signal.reason, job.attemptsStarted))
      if (signal.reason !== HANDED_BACK) throw error
      await keepTurn(job)
      await job.moveToWait(token)
      throw new WaitingError()
    } finally {
      underWay.delete(id)
      capacity?.took(performance.now() - begun)
    }
  }

  return {
    isRunning: () => worker.isRunning() && !worker.isPaused() && !closing,
    pause: () => void worker.pause(true),
    goOn: () => void worker.resume(),
    async [Symbol.asyncDispose]() {
      closing = true
      using _ = cancels
      using _capacity = capacity
      const closed = worker.close()
      if (await isSettledWithin(closed, drainMs)) return
      for (const own of underWay.values()) own.abort(HANDED_BACK)
      if (!(await isSettledWithin(closed, HAND_BACK_MS)))
        log?.warn({ queue: served, jobs: underWay.size }, 'jobs could not be handed back')
    },
  }
}

async function isSettledWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), timeoutMs)
  return Promise.race([work.then(() => true), promise]).finally(() => clearTimeout(timer))
}
