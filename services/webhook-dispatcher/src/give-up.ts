import { UnrecoverableError, type JobOf } from '@render/jobs'
import type { WebhookDispatcherContext } from './context.ts'
import { idsOf } from './ids-of.ts'

/** `lost` is our fault and raises an alert; the others are the receiver's choice. */
export type GiveUpReason = 'exhausted' | 'gone' | 'lost'

/**
 * The error that ends a delivery; the job stays in the queue for a month, for whoever asks. `cause` is for the log; it
 * must not name the receiver.
 */
export function giveUp(
  { logger, metrics }: Pick<WebhookDispatcherContext, 'logger' | 'metrics'>,
  job: JobOf<'webhooks'>,
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
