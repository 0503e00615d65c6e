import { BrowserDied } from '@render/engine'
import { RenderError } from '@render/errors'
import {
  UnrecoverableError,
  writeFailure,
  type AttemptProgress,
  type JobOf,
  type Processor,
  type RenderHistory,
} from '@render/jobs'
import { attemptRender, type AttemptContext } from './attempt-render.ts'
import type { RenderWorkerContext } from './context.ts'
import { historyAtStart, isHopeless } from './deaths.ts'
import { describeCause } from './describe-cause.ts'
import { idsOf } from './ids-of.ts'
import { postpone } from './postpone.ts'
import { retryAlone } from './retry-alone.ts'
import { retryAsAsked } from './retry-as-asked.ts'

/** Consumes `renders`: makes one attempt and returns its outcome, fails for good, or puts the job off for another. */
export function createProcessRender(
  context: AttemptContext & Pick<RenderWorkerContext, 'progress'>,
): Processor<'renders'> {
  return async (job, token, signal) => {
    const startedAt = Date.now()
    context.metrics.underWay.inc()
    using progress = context.progress.of(job.id!)
    try {
      const history = await learnHistory(job, startedAt, progress)
      progress.tell({ event: 'started', attempt: job.attemptsStarted })
      const attempt = { job, token, progress, startedAt, history }
      try {
        if (isHopeless(history)) throw new RenderError('EngineResponseNotOkError')
        return await attemptRender(context, job, { startedAt, history, progress, signal })
      } catch (error) {
        if (signal.reason instanceof RenderError) throw failed(context, job, signal.reason)
        if (signal.aborted) throw stopped(job, error)
        if (error instanceof BrowserDied) {
          if (error.reason === 'launch')
            throw failed(context, job, await postpone(context, { ...attempt, error }))
          await retryAlone(context, { ...attempt, error })
        }
        throw failed(context, job, await retryAsAsked(context, { ...attempt, error }))
      }
    } finally {
      context.metrics.underWay.dec()
    }
  }
}

/** What became of earlier attempts; kept in the job, so that a later attempt knows that this one was alone. */
async function learnHistory(
  job: JobOf<'renders'>,
  now: number,
  progress: AttemptProgress,
): Promise<RenderHistory | undefined> {
  const history = historyAtStart(job, now)
  if (history === job.data.history) return history
  // Who died could not tell.
  progress.tell({ event: 'retrying', delayMs: 0 })
  await job.updateData({ ...job.data, history })
  return history
}

/** The job is not ours any more: the queue takes a failure from its owner only. */
function stopped(job: JobOf<'renders'>, error: unknown): unknown {
  return error instanceof RenderError ? endedBy(job, error) : error
}

/** What ends the render, as the queue keeps it. Causes go to the log, never to the caller. */
function failed(
  { metrics, logger }: Pick<AttemptContext, 'metrics' | 'logger'>,
  job: JobOf<'renders'>,
  error: unknown,
): UnrecoverableError {
  const told =
    error instanceof RenderError ? error : new RenderError('EngineResponseNotOkError', { cause: error })
  const { code, cause } = told
  metrics.ended.inc({ result: code })
  logger[told.status >= 500 ? 'error' : 'info'](
    {
      ...idsOf(job),
      code,
      attempts: job.attemptsStarted,
      ...(cause !== undefined && { cause: describeCause(cause) }),
    },
    'render failed',
  )
  return endedBy(job, told)
}

function endedBy({ attemptsStarted }: JobOf<'renders'>, error: RenderError): UnrecoverableError {
  return new UnrecoverableError(writeFailure(error, attemptsStarted))
}
