import { UnrecoverableError } from '@render/jobs'
import type { WebhookDispatcherContext } from './context.ts'
import { reportOf, type Delivery } from './delivery.ts'
import { idsOf } from './ids-of.ts'

/** `lost` is our fault and raises an alert; the others are the receiver's choice. */
export type GiveUpReason = 'exhausted' | 'gone' | 'lost'

type Context = Pick<WebhookDispatcherContext, 'logger' | 'metrics'>

/**
 * The error that ends a delivery; the job stays in the queue for a month, for whoever asks. `cause` is for the log; it
 * must not name the receiver.
 */
export function giveUp(
  { logger, metrics }: Context,
  { job }: Delivery,
  reason: GiveUpReason,
  message: string,
  cause?: unknown,
): UnrecoverableError {
  metrics.undelivered.inc({ reason })
  const details = { ...idsOf(job), reason, message, ...(Error.isError(cause) && { cause: cause.message }) }
  if (reason === 'lost') logger.error({ ...details, alert: 'event-lost' }, 'event given up')
  else logger.warn(details, 'event given up')
  return new UnrecoverableError(message)
}

/** Gives up what no attempt is to be made for, and has that told in the log of deliveries. */
export async function giveUpUnasked(
  context: Context & Pick<WebhookDispatcherContext, 'reporter'>,
  delivery: Delivery,
  reason: 'exhausted' | 'lost',
  message: string,
  cause?: unknown,
): Promise<UnrecoverableError> {
  const { attemptsMade } = delivery.job
  // One more than told before, so that it counts as later.
  await context.reporter.report(reportOf(delivery, { state: reason, attempts: attemptsMade + 1 }))
  return giveUp(context, delivery, reason, message, cause)
}
