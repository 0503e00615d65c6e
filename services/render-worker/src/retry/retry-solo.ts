import type { BrowserDied } from '@render/engine'
import type { RenderWorkerContext } from '../context.ts'
import { logIds } from '../log-ids.ts'
import { loggedCause } from '../private-render.ts'
import { historyAfterCrash, isHopeless, isTooLate, storedHistory } from './crash-history.ts'
import { countRetry, hasRetriesLeft, retriesOn } from './retry-policy.ts'
import { scheduleRetry, type FailedAttempt } from './schedule-retry.ts'
import { timeLeft } from './time-left.ts'

/** Gives the machine time to recover from what crashed the browser. */
const RETRY_AFTER_MS = 500

/** Reasons that no page can cause. */
export const OUR_FAULT: ReadonlySet<BrowserDied['reason']> = new Set(['proxy', 'disposed'])

/** Reasons that only the page itself can cause when no other render is in its browser. */
const OF_PAGE: ReadonlySet<BrowserDied['reason']> = new Set(['renderer', 'memory'])

/**
 * Schedules another attempt in a browser of its own after the browser crashed; throws then. Returns when the render is
 * hopeless or its time is up. The job is delayed, so that it holds no slot until then.
 */
export async function retrySolo(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  attempt: FailedAttempt<BrowserDied>,
): Promise<void> {
  const { job, options, startedAt, error } = attempt
  const { reason } = error
  const wasSolo = error.wasSolo && OF_PAGE.has(reason)
  const isOurFault = OUR_FAULT.has(reason)
  const { stalledCounter } = job
  // Only the render itself fills the memory of a browser that it has for itself, and does so again.
  const isCertain = reason === 'memory'
  const tookMs = Date.now() - startedAt
  const crashedMs = (attempt.history?.crashedMs ?? 0) + (isOurFault ? 0 : tookMs)
  const history = {
    ...historyAfterCrash(attempt.history, { startedAt, stalledCounter, isOurFault, wasSolo, isCertain }),
    crashedMs,
  }
  logger.warn(
    { ...logIds(job), reason, soloCrashes: history.soloCrashes, ...loggedCause(job, error) },
    'browser crashed',
  )
  const leftMs = timeLeft(job.data, history, { startedAt, now: Date.now() })
  // Also counts as a retry of the caller's when `retry_on` has "crash", so that `retry_with` applies.
  const countsForCaller = !isOurFault && retriesOn(options, 'crash') && hasRetriesLeft(options, job.data)
  const { timeout = 0 } = options
  const isOver = !isOurFault && !countsForCaller && isTooLate(history, { tookMs, timeout })
  if (isHopeless(history) || isOver || leftMs <= RETRY_AFTER_MS) return
  metrics.retried.inc({ reason })
  const changes = {
    history: storedHistory(history),
    ...(countsForCaller && { retried: countRetry(job.data, startedAt) }),
  }
  return scheduleRetry(attempt, changes, RETRY_AFTER_MS)
}
