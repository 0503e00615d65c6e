import type { BrowserDied } from '@render/engine'
import { RenderError } from '@render/errors'
import type { AttemptProgress, JobOf, RenderHistory } from '@render/jobs'
import type { RenderWorkerContext } from './context.ts'
import { describeCause } from './describe-cause.ts'
import { idsOf } from './ids-of.ts'
import { timeLeft } from './time-left.ts'
import { tryAgain } from './try-again.ts'

interface Missed {
  job: JobOf<'renders'>
  token: string
  progress: AttemptProgress
  /** Epoch milliseconds at which the attempt began. */
  startedAt: number
  history?: RenderHistory
  error: BrowserDied
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Puts a render off for which no browser could be started, which says nothing about the render; throws what tells the
 * queue so. Returns how the render ends when its time is up.
 */
export async function postpone(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  { job, token, progress, startedAt, history, error }: Missed,
): Promise<RenderError> {
  const { since, times } = job.data.postponed ?? { since: startedAt, times: 0 }
  const delayMs = Math.min(FIRST_PAUSE_MS * 2 ** times, LONGEST_PAUSE_MS)
  if (timeLeft(job.data, history, { startedAt, now: Date.now() }) <= delayMs)
    return new RenderError('RenderTimeoutError', { cause: error })
  logger.warn({ ...idsOf(job), delayMs, cause: describeCause(error) }, 'no browser for a render')
  metrics.retried.inc({ reason: error.reason })
  return tryAgain({ job, token, progress }, { postponed: { since, times: times + 1 } }, delayMs)
}
