import { createScratch } from '@render/engine'
import { RenderError } from '@render/errors'
import type { AttemptProgress, JobOf } from '@render/jobs'
import { certifiedOptions } from '@render/options'
import type { RenderOutcome } from '@render/outputs'
import type { RenderWorkerContext } from './context.ts'
import { observeStages, observeSuccess } from './observe-attempt.ts'
import { openJob } from './open-job.ts'
import { outcomeOf } from './outcome-of.ts'
import { outcomeForQueue } from './private-render.ts'
import type { CrashHistory } from './retry/crash-history.ts'
import { storeOutputs } from './store-outputs/store-outputs.ts'
import { timeLeft } from './retry/time-left.ts'

export type AttemptContext = Pick<
  RenderWorkerContext,
  | 'blockingRedis'
  | 'engine'
  | 'engineVersion'
  | 'makeMock'
  | 'store'
  | 'sweeps'
  | 'privateAnswers'
  | 'http'
  | 'azureEndpoint'
  | 'open'
  | 'metrics'
  | 'logger'
>

export interface Attempt {
  /** Epoch milliseconds. */
  startedAt: number
  /** Set when an earlier attempt crashed. */
  history?: CrashHistory
  progress: Pick<AttemptProgress, 'stage' | 'frames'>
  signal: AbortSignal
  /** Called when only a language model is waited for. */
  onIdle?: () => void
}

/** Bounds the files of one render together while they are in its scratch folder. */
const SCRATCH_BYTES = 1024 ** 3

/**
 * Opens a job, renders it and stores its outputs.
 * @throws {RenderError} for a failure that is reported to the caller; `BrowserCrashed` when the browser crashed. Anything else is our
 *   own fault.
 */
export async function attemptRender(
  context: AttemptContext,
  job: JobOf<'renders'>,
  attempt: Attempt,
): Promise<RenderOutcome> {
  const begunAt = performance.now()
  const { engine, engineVersion, makeMock, metrics } = context
  const { startedAt, history, signal } = attempt
  const { data } = job
  const { options, request, upload, warnings: requestWarnings, destinationsFor } = await openJob(context, job)
  using observed = observeStages(metrics, attempt)
  const leftMs = () => timeLeft(data, history, { startedAt, now: Date.now() })
  const inTime = <T>(work: (limit: AbortSignal) => Promise<T>) => within(leftMs(), signal, work)
  await using scratch = createScratch({ quotaBytes: SCRATCH_BYTES })
  const rendered = await inTime((limit) =>
    options.mock
      ? makeMock(request.options, limit)
      : engine.render(
          {
            ...request,
            solo: history !== undefined,
            scratch,
            leftMs: leftMs(),
            onStage: observed.onStage,
            onFrame: attempt.progress.frames,
          },
          limit,
        ),
  )
  signal.throwIfAborted()

  const warnings = [...requestWarnings, ...rendered.warnings]
  const warn = (warning: string) => void warnings.push(warning)
  const hashedOptions = options.certify ? certifiedOptions(options) : undefined
  const stored = await inTime((limit) =>
    storeOutputs(context, rendered, {
      destinationsFor,
      copy: upload?.copy,
      hashedOptions,
      signal: limit,
      warn,
    }),
  )
  const outcome = outcomeOf({
    options,
    rendered,
    stored,
    warnings,
    engineVersion,
    attempts: job.attemptsStarted,
    renderTimeMs: performance.now() - begunAt,
    queueTimeMs: Math.max(0, startedAt - data.createdAt),
    startedAt,
  })
  // Rejects when the answer cannot be stored: then the render has failed.
  const queued = await outcomeForQueue(context, job, outcome, options)
  observeSuccess(context, job, { outcome, rendered, format: options.format })
  return queued
}

/** Runs work whose signal aborts when the job is lost or cancelled, and when the time of all attempts is up. */
async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const timer = setTimeout(() => own.abort(new RenderError('RenderTimeoutError')), Math.max(0, timeoutMs))
  try {
    return await work(AbortSignal.any([signal, own.signal]))
  } finally {
    clearTimeout(timer)
  }
}
