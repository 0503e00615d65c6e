import { BrowserCrashed } from '@render/engine'
import { RenderError } from '@render/errors'
import {
  UnrecoverableError,
  writeFailure,
  type AttemptProgress,
  type JobOf,
  type Processor,
} from '@render/jobs'
import { attemptRender, type AttemptContext } from './attempt-render.ts'
import type { RenderWorkerContext } from './context.ts'
import { logIds } from './log-ids.ts'
import { failureForQueue, loggedCause } from './private-render.ts'
import {
  historyAtStart,
  isHopeless,
  readHistory,
  storedHistory,
  type CrashHistory,
} from './retry/crash-history.ts'
import { decideRetry, OUR_FAULT } from './retry/decide-retry.ts'
import { scheduleRetry } from './retry/schedule-retry.ts'

/** Consumes `renders`: makes one attempt and returns its outcome, fails for good, or delays the job for another attempt. */
export function createProcessRender(
  context: AttemptContext & Pick<RenderWorkerContext, 'progress'>,
): Processor<'renders'> {
  return async (job, token, signal, onIdle) => {
    const startedAt = Date.now()
    context.metrics.underWay.inc()
    using progress = context.progress.of(job.id!)
    try {
      const history = await updateHistory(job, startedAt, progress)
      progress.report({ event: 'started', attempt: job.attemptsStarted })
      try {
        if (isHopeless(history)) throw new RenderError('EngineResponseNotOkError')
        return await attemptRender(context, job, { startedAt, history, progress, signal, onIdle })
      } catch (error) {
        if (signal.reason instanceof RenderError) throw await failed(context, job, signal.reason)
        if (signal.aborted) throw stopped(job, error)
        if (error instanceof BrowserCrashed) logCrash(context, job, error)
        const decision = decideRetry({ error, job, history, startedAt, endedAt: Date.now() })
        if ('failure' in decision) throw await failed(context, job, decision.failure)
        return await scheduleRetry(context, { job, token, progress }, decision.retry)
      }
    } finally {
      context.metrics.underWay.dec()
    }
  }
}

/** Adds crashed workers to the history and stores it in the job, so that the next attempt knows that this one was solo. */
async function updateHistory(
  job: JobOf<'renders'>,
  now: number,
  progress: AttemptProgress,
): Promise<CrashHistory | undefined> {
  const earlier = readHistory(job.data)
  const history = historyAtStart(earlier, { stalledCounter: job.stalledCounter, now })
  if (!history || history === earlier) return earlier
  // The crashed worker could not report the retry.
  progress.report({ event: 'retrying', delayMs: 0 })
  await job.updateData({ ...job.data, history: storedHistory(history) })
  return history
}

/** Returns the error of an attempt that lost its job; the queue ignores it. */
function stopped(job: JobOf<'renders'>, error: unknown): unknown {
  return error instanceof RenderError ? endedBy(job, error) : error
}

function logCrash(
  { logger }: Pick<AttemptContext, 'logger'>,
  job: JobOf<'renders'>,
  error: BrowserCrashed,
): void {
  const message = error.reason === 'launch' ? 'no browser started' : 'browser crashed'
  logger.warn({ ...logIds(job), reason: error.reason, ...loggedCause(job, error) }, message)
}

/** Counts and logs the failure, and returns it as the queue stores it. The cause is logged and never stored. */
async function failed(
  context: Pick<AttemptContext, 'metrics' | 'logger' | 'open' | 'privateAnswers'>,
  job: JobOf<'renders'>,
  error: unknown,
): Promise<UnrecoverableError> {
  const { metrics, logger } = context
  const failure = error instanceof RenderError ? error : engineFailure(error)
  const { code, cause } = failure
  metrics.ended.inc({ result: code })
  logger[failure.status >= 500 ? 'error' : 'info'](
    { ...logIds(job), code, attempts: job.attemptsStarted, ...loggedCause(job, cause) },
    'render failed',
  )
  return endedBy(job, await failureForQueue(context, job, failure))
}

/** Names the limit that the page met, when it is the page that ended its browser again and again. */
function engineFailure(cause: unknown): RenderError {
  const isOfPage = cause instanceof BrowserCrashed && !OUR_FAULT.has(cause.reason)
  return new RenderError('EngineResponseNotOkError', {
    cause,
    ...(isOfPage && { message: cause.message }),
  })
}

function endedBy({ attemptsStarted }: JobOf<'renders'>, error: RenderError): UnrecoverableError {
  return new UnrecoverableError(writeFailure(error, attemptsStarted))
}
