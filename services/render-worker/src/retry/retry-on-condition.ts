import { failedBy, RetryWanted } from '@render/engine'
import { RenderError } from '@render/errors'
import type { PublicOptions } from '@render/options'
import type { RenderWorkerContext } from '../context.ts'
import { logIds } from '../log-ids.ts'
import { countRetry, hasRetriesLeft, retriesOn } from './retry-policy.ts'
import { scheduleRetry, type FailedAttempt } from './schedule-retry.ts'
import { timeLeft } from './time-left.ts'

/** Spreads renders that failed together by up to this share of their delay. */
const JITTER = 0.2

/**
 * Schedules another attempt when this one met a condition of `retry_on`, with twice the delay each time; throws then.
 * Returns the error that ends the render when no condition was met or no retry is left.
 */
export async function retryOnCondition(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  attempt: FailedAttempt,
): Promise<unknown> {
  const { job, options, startedAt, history, error } = attempt
  const condition = conditionOf(error, options)
  if (condition === undefined) return error
  if (!hasRetriesLeft(options, job.data)) return asFailure(error)
  const { since, times } = countRetry(job.data, startedAt)
  const { retry_delay_ms = 0 } = options
  const delayMs = Math.round(retry_delay_ms * 2 ** (times - 1) * (1 - JITTER + Math.random() * 2 * JITTER))
  const leftMs = timeLeft(job.data, history, { startedAt, now: Date.now() })
  if (leftMs <= delayMs) return new RenderError('RenderTimeoutError')
  logger.info({ ...logIds(job), condition, delayMs }, 'retry condition met: retrying')
  metrics.retried.inc({ reason: 'condition' })
  return scheduleRetry(attempt, { retried: { since, times } }, delayMs)
}

function conditionOf(error: unknown, options: PublicOptions): string | undefined {
  if (error instanceof RetryWanted) return error.condition
  const isTimeout = error instanceof RenderError && error.code === 'RenderTimeoutError'
  return isTimeout && retriesOn(options, 'timeout') ? 'timeout' : undefined
}

function asFailure(error: unknown): unknown {
  return error instanceof RetryWanted ? failedBy('fail_on_retry_conditions', error.message) : error
}
