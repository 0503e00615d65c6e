import { DelayedError, UnrecoverableError } from '@render/jobs'
import type { WebhookDispatcherContext } from './context.ts'
import type { Delivery } from './delivery.ts'
import { giveUpUnasked } from './give-up.ts'
import { idsOf } from './ids-of.ts'
import { NotDelivered } from './not-delivered.ts'
import { mostAttempts } from './schedule.ts'

/**
 * The error that an attempt ends with. One that nobody foresaw is logged, and tried again by the schedule; after the last
 * attempt the event is lost, and counted as such.
 */
export async function orStumble(
  context: Pick<WebhookDispatcherContext, 'logger' | 'metrics' | 'reporter' | 'delaysMs'>,
  delivery: Delivery,
  error: unknown,
): Promise<unknown> {
  const isForeseen =
    error instanceof NotDelivered || error instanceof UnrecoverableError || error instanceof DelayedError
  if (isForeseen) return error
  const { job } = delivery
  const attempt = job.attemptsMade + 1
  const message = Error.isError(error) ? error.message : String(error)
  context.logger.error({ ...idsOf(job), attempt, error: message }, 'attempt failed by itself')
  const most = mostAttempts(context.delaysMs, job.opts.attempts)
  return attempt < most
    ? error
    : giveUpUnasked(context, delivery, 'lost', `No attempt of ${most} came off.`, error)
}
