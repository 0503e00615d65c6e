import type { BrowserDied } from '@render/engine'
import { RenderError } from '@render/errors'
import type { RenderWorkerContext } from '../context.ts'
import { logIds } from '../log-ids.ts'
import { loggedCause } from '../private-render.ts'
import { scheduleRetry, type FailedAttempt } from './schedule-retry.ts'
import { timeLeft } from './time-left.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Schedules another attempt when no browser could be started, with twice the pause each time; throws then. Such an attempt
 * does not count against the render. Returns the error that ends the render when its time is up.
 */
export async function requeueWithoutBrowser(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  attempt: FailedAttempt<BrowserDied>,
): Promise<RenderError> {
  const { job, startedAt, history, error } = attempt
  const { since, times } = job.data.postponed ?? { since: startedAt, times: 0 }
  const delayMs = Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS)
  if (timeLeft(job.data, history, { startedAt, now: Date.now() }) <= delayMs)
    return new RenderError('RenderTimeoutError', { cause: error })
  logger.warn({ ...logIds(job), delayMs, ...loggedCause(job, error) }, 'no browser started: retrying')
  metrics.retried.inc({ reason: error.reason })
  return scheduleRetry(attempt, { postponed: { since, times: times + 1 } }, delayMs)
}
