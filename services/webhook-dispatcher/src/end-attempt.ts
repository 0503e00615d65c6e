import { DelayedError, UnrecoverableError } from '@render/jobs'
import { GiveUp, NotDelivered } from './attempt-errors.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { idsOf, reportOf, type Delivery } from './delivery.ts'
import { maxAttempts } from './schedule.ts'

type Context = Pick<WebhookDispatcherContext, 'logger' | 'metrics' | 'reporter' | 'delaysMs'>

/**
 * Returns the error that the queue gets for a failed attempt. `GiveUp` is reported, counted and logged, and the job fails
 * permanently. An unexpected error is logged and retried by the schedule; at the last attempt the event is lost.
 */
export async function endAttempt(context: Context, delivery: Delivery, error: unknown): Promise<unknown> {
  if (error instanceof GiveUp) return giveUp(context, delivery, error)
  if (error instanceof NotDelivered || error instanceof DelayedError) return error
  const { job } = delivery
  const attempt = job.attemptsMade + 1
  const message = Error.isError(error) ? error.message : String(error)
  context.logger.error({ ...idsOf(job), attempt, error: message }, 'attempt failed unexpectedly')
  const limit = maxAttempts(context.delaysMs, job.opts.attempts)
  if (attempt < limit) return error
  return giveUp(context, delivery, new GiveUp('lost', `All ${limit} attempts failed.`, { cause: error }))
}

async function giveUp(
  { logger, metrics, reporter }: Context,
  delivery: Delivery,
  { reason, message, cause, isReported }: GiveUp,
): Promise<UnrecoverableError> {
  const { job } = delivery
  // The attempt number is above that of earlier reports, so that this one counts as later.
  if (!isReported)
    await reporter.report(reportOf(delivery, { state: reason, attempts: job.attemptsMade + 1 }))
  metrics.undelivered.inc({ reason })
  const details = { ...idsOf(job), reason, message, ...(Error.isError(cause) && { cause: cause.message }) }
  if (reason === 'lost') logger.error({ ...details, alert: 'event-lost' }, 'event given up')
  else logger.warn(details, 'event given up')
  return new UnrecoverableError(message)
}
