import { settlesWithin } from '@render/async'
import { RenderError } from '@render/errors'
import { DelayedError, UnrecoverableError, WaitingError, Worker, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { writeFailure } from '../finished.ts'
import type { QueueName, Queues } from '../payloads.ts'
import { clearPriority, delayJob } from './delay-job.ts'
import { logFailure } from './log-failure.ts'
import { createSlots } from './slots.ts'

export type JobOf<Q extends QueueName> = Job<Queues[Q]['job'], Queues[Q]['value']>

/**
 * Processes a job. `signal` aborts when the render was cancelled (its reason is a
 * `RenderError` then), when the job must be handed back, or when its lock was lost, after which another worker may have the
 * job. The processor then stops and throws any error. It calls `onIdle` when the job only waits from then on: another job gets its slot.
 */
export type Processor<Q extends QueueName> = (
  job: JobOf<Q>,
  token: string,
  signal: AbortSignal,
  onIdle?: () => void,
) => Promise<Queues[Q]['value']>

export interface WorkerSettings {
  concurrency: number
  /** Returns the delay before the next attempt in milliseconds, by the number of attempts made; -1 ends the attempts. */
  backoff?: (attemptsMade: number, error: Error | undefined) => number
  /** How long running jobs may continue after the worker was disposed, before they are handed back to the queue. */
  drainMs?: number
  log?: { warn(details: object, message: string): void }
}

/** What a worker does for the jobs of its queue beside processing them. */
export interface WorkerHooks extends Disposable {
  /** Whether a job was cancelled; called once `cancel` can stop it, so that no cancellation is missed. */
  isCancelled(id: string): Promise<boolean>
  /** Notes how long an attempt held its slot; with `value` when it succeeded. */
  addDuration(ms: number, value?: object): void
}

interface QueueSettings extends WorkerSettings {
  /** BullMQ's name of the queue. */
  queueName?: string
  /** Returns the hooks of a worker; `cancel` stops a job that is running. */
  hook?: (worker: Worker, cancel: (id: string) => void) => WorkerHooks
}

export interface QueueWorker extends AsyncDisposable {
  /** Whether the worker takes jobs. */
  isRunning(): boolean
  /** Stops taking jobs until `resume`; running jobs continue. */
  pause(): void
  resume(): void
}

/**
 * The job of a silent worker is taken over at the latest after this time and two checks: workers check in turn, and the
 * silent one may have had the last turn.
 */
const LOCK_MS = 10_000
/** Somebody waits for a render or its event; each check wakes this process and Redis. */
const STALLED_CHECK_MS: Record<QueueName, number> = {
  renders: 2000,
  records: 5000,
  webhooks: 2000,
  deliveries: 5000,
  sweeps: 30_000,
}
/** A job never fails because its workers died, since nothing resets that count; renders have a count of their own. */
const MAX_STALLS = Number.MAX_SAFE_INTEGER
/** Time limit for handing jobs back, for instance when Redis is unavailable; after it their locks expire instead. */
const HAND_BACK_MS = 3000
/** Delay of a job that this worker still runs, so that the former attempt can end. */
const REJOIN_MS = 1000

const HANDED_BACK = 'handed back'
const LOCK_LOST = 'lock lost'

/** Processes the jobs of a queue. Disposing waits up to `drainMs` for running jobs, then hands them back to the queue. */
export function createQueueWorker<Q extends QueueName>(
  name: Q,
  redis: Redis,
  process: Processor<Q>,
  { concurrency, queueName = name, hook, backoff, drainMs = 25_000, log }: QueueSettings,
): QueueWorker {
  const running = new Map<string, AbortController>()
  let closing = false
  const worker = new Worker<Queues[Q]['job'], Queues[Q]['value']>(queueName, attempt, {
    connection: redis,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS[name],
    maxStalledCount: MAX_STALLS,
    ...(backoff && { settings: { backoffStrategy: (made, _type, error) => backoff(made, error) } }),
  })
  const takeSlot = createSlots(worker as Worker)
  const hooks = hook?.(worker as Worker, cancel)
  worker.on('error', ({ message: error }) => log?.warn({ queue: queueName, error }, 'queue connection error'))
  if (log) worker.on('failed', (job, error) => job && logFailure(log, job, error))
  worker.on('lockRenewalFailed', (jobIds) => {
    for (const id of jobIds) worker.cancelJob(id, LOCK_LOST)
  })

  function cancel(id: string): void {
    running.get(id)?.abort(new RenderError('RenderCancelledError'))
  }

  async function attempt(job: JobOf<Q>, token: string | undefined, cancelled: AbortSignal | undefined) {
    const id = job.id!
    const former = running.get(id)
    if (former) {
      // This process was paused for so long that its own job came back to it: only one attempt may continue.
      former.abort(LOCK_LOST)
      await delayJob(job, token, REJOIN_MS)
    }
    const own = new AbortController()
    running.set(id, own)
    using slot = takeSlot()
    const signal = AbortSignal.any([own.signal, ...(cancelled ? [cancelled] : [])])
    try {
      if (await hooks?.isCancelled(id)) cancel(id)
      signal.throwIfAborted()
      const value = await process(job, token!, signal, () => slot.lend())
      hooks?.addDuration(slot.usedMs(), value)
      return value
    } catch (error) {
      if (!signal.aborted && !(error instanceof DelayedError)) hooks?.addDuration(slot.usedMs())
      if (signal.reason instanceof RenderError && !(error instanceof DelayedError))
        throw new UnrecoverableError(writeFailure(signal.reason, job.attemptsStarted))
      if (signal.reason !== HANDED_BACK) throw error
      await clearPriority(job)
      await job.moveToWait(token)
      throw new WaitingError()
    } finally {
      running.delete(id)
    }
  }

  return {
    isRunning: () => worker.isRunning() && !worker.isPaused() && !closing,
    pause: () => void worker.pause(true),
    resume: () => void worker.resume(),
    async [Symbol.asyncDispose]() {
      closing = true
      using _ = hooks
      const closed = worker.close()
      // BullMQ would wait for the connection to look for a last job.
      if (running.size === 0 && redis.status !== 'ready') return
      if (await settlesWithin(closed, drainMs)) return closed
      for (const own of running.values()) own.abort(HANDED_BACK)
      if (!(await settlesWithin(closed, HAND_BACK_MS)))
        log?.warn({ queue: queueName, jobs: running.size }, 'jobs could not be handed back')
    },
  }
}
