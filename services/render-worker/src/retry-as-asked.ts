import { RetryWanted } from '@render/engine'
import { RenderError } from '@render/errors'
import type { AttemptProgress, JobOf, RenderHistory, RenderJob } from '@render/jobs'
import type { RenderWorkerContext } from './context.ts'
import { idsOf } from './ids-of.ts'
import { mayRetry, oneMore, wants } from './retries.ts'
import { timeLeft } from './time-left.ts'
import { tryAgain } from './try-again.ts'

interface Ended {
  job: JobOf<'renders'>
  token: string
  progress: AttemptProgress
  /** Epoch milliseconds at which the attempt began. */
  startedAt: number
  history?: RenderHistory
  error: unknown
}

/** So that renders which failed together are not tried again together. */
const JITTER = 0.2

/**
 * Puts a render off that met a condition of `retry_on`, for twice as long each time; throws what tells the queue so.
 * Returns how the render ends where it met none, or was tried as often as it may be.
 */
export async function retryAsAsked(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  { job, token, progress, startedAt, history, error }: Ended,
): Promise<unknown> {
  const condition = conditionOf(error, job.data)
  if (condition === undefined) return error
  if (!mayRetry(job.data)) return asFailure(error)
  const { since, times } = oneMore(job.data, startedAt)
  const { retry_delay_ms = 0 } = job.data.options
  const delayMs = Math.round(retry_delay_ms * 2 ** (times - 1) * (1 - JITTER + Math.random() * 2 * JITTER))
  const leftMs = timeLeft(job.data, history, { startedAt, now: Date.now() })
  if (leftMs <= delayMs) return new RenderError('RenderTimeoutError')
  logger.info({ ...idsOf(job), condition, delayMs }, 'render is tried again as asked')
  metrics.retried.inc({ reason: 'condition' })
  return tryAgain({ job, token, progress }, { retried: { since, times } }, delayMs)
}

function conditionOf(error: unknown, data: RenderJob): string | undefined {
  if (error instanceof RetryWanted) return error.condition
  const isTimeout = error instanceof RenderError && error.code === 'RenderTimeoutError'
  return isTimeout && wants(data, 'timeout') ? 'timeout' : undefined
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof RetryWanted)) return error
  const message = `Failed to render. ${error.message} and fail_on_retry_conditions was true`
  return new RenderError('RenderFailedError', {
    message,
    details: [{ option: 'fail_on_retry_conditions', message: error.message }],
  })
}
