import { DelayedError, UnrecoverableError, type JobOf } from '@render/jobs'
import type { WebhookDispatcherContext } from './context.ts'
import { giveUp } from './give-up.ts'
import { idsOf } from './ids-of.ts'
import { NotDelivered } from './not-delivered.ts'
import { mostAttempts } from './schedule.ts'

/**
 * The error that an attempt ends with. One that nobody foresaw is logged, and tried again by the schedule; after the last
 * attempt the event is lost, and counted as such.
 */
export function orStumble(
  context: Pick<WebhookDispatcherContext, 'logger' | 'metrics' | 'delaysMs'>,
  job: JobOf<'webhooks'>,
  error: unknown,
): unknown {
  const isForeseen =
    error instanceof NotDelivered || error instanceof UnrecoverableError || error instanceof DelayedError
  if (isForeseen) return error
  const attempt = job.attemptsMade + 1
  const message = Error.isError(error) ? error.message : String(error)
  context.logger.error({ ...idsOf(job), attempt, error: message }, 'attempt failed by itself')
  const most = mostAttempts(context.delaysMs, job.opts.attempts)
  return attempt < most ? error : giveUp(context, job, 'lost', `No attempt of ${most} came off.`, error)
}
