import type { BrowserDied } from '@render/engine'
import type { AttemptProgress, JobOf, RenderHistory } from '@render/jobs'
import type { RenderWorkerContext } from './context.ts'
import { historyAfterDeath, isHopeless } from './deaths.ts'
import { describeCause } from './describe-cause.ts'
import { idsOf } from './ids-of.ts'
import { mayRetry, oneMore, wants } from './retries.ts'
import { tryAgain } from './try-again.ts'

interface Death {
  job: JobOf<'renders'>
  token: string
  progress: AttemptProgress
  /** Epoch milliseconds at which the attempt began. */
  startedAt: number
  history?: RenderHistory
  error: BrowserDied
}

/** Time for the machine to recover from whatever killed a browser. */
const RETRY_AFTER_MS = 500

/** Deaths that no page can be the cause of. */
const OURS = new Set<BrowserDied['reason']>(['proxy', 'disposed'])

/**
 * Puts the job off, so that it holds no slot until it is tried again alone; throws what tells the queue so. Returns when
 * the render is hopeless.
 */
export async function retryAlone(
  { metrics, logger }: Pick<RenderWorkerContext, 'metrics' | 'logger'>,
  { job, token, progress, startedAt, history: before, error }: Death,
): Promise<void> {
  const { reason } = error
  const history = historyAfterDeath(before, { startedAt, stalledCounter: job.stalledCounter })
  const { lonelyDeaths } = history
  logger.warn(
    { ...idsOf(job), reason, lonelyDeaths, cause: describeCause(error) },
    'browser died under a render',
  )
  if (isHopeless(history)) return
  metrics.retried.inc({ reason })
  // The same retry, made otherwise where the caller has other options for it.
  const isAsked = !OURS.has(reason) && wants(job.data, 'crash') && mayRetry(job.data)
  const learnt = { history, ...(isAsked && { retried: oneMore(job.data, startedAt) }) }
  return tryAgain({ job, token, progress }, learnt, RETRY_AFTER_MS)
}
