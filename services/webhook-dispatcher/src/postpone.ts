// Postpones deliveries whose receiver cannot be contacted yet. That counts as no attempt.
import { RenderError } from '@render/errors'
import { DelayedError, delayJob, type JobOf } from '@render/jobs'
import { TokenRefused } from '@render/management-client'
import { describeCause } from '@render/runtime'
import { GiveUp } from './attempt-errors.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { idsOf, receiverOf, reportOf, type Delivery } from './delivery.ts'

const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000

/** The progress of an event's job. Without it BullMQ's progress is 0. */
interface Waits {
  /** Milliseconds for which the event was postponed so far. While no dispatcher runs, an event does not wait. */
  waitedMs?: number
}

/**
 * Takes a slot of the receiver, or postpones the event until one is free. An event that has waited for too long is given
 * up, so that a dead receiver does not fill the queue.
 * @throws {DelayedError} when the event is postponed.
 * @throws {GiveUp} when it has waited for too long.
 */
export async function takeSlot(
  context: Pick<WebhookDispatcherContext, 'metrics' | 'reporter' | 'slots' | 'maxWaitMs'>,
  delivery: Delivery & { url: URL },
  token: string,
): Promise<void> {
  const { job } = delivery
  const receiver = receiverOf(delivery)
  const slot = await context.slots.take(receiver, job.id!)
  if (slot.state === 'go') return
  if (slot.state === 'early') {
    context.metrics.postponed.inc({ reason: slot.state })
    return delayJob(job, token, slot.retryMs)
  }
  const { waitedMs = 0 } = job.progress as Waits
  if (waitedMs > context.maxWaitMs) throw new GiveUp('exhausted', 'The event has waited for too long.')
  if (slot.state === 'held' && job.attemptsStarted === 1)
    await context.reporter.report(reportOf(delivery, { state: 'pending', attempts: 0 }))
  context.metrics.postponed.inc({ reason: slot.state })
  await job.updateProgress({ waitedMs: waitedMs + slot.retryMs } satisfies Waits)
  await job.moveToDelayed(Date.now() + slot.retryMs, token)
  await context.slots.wait(receiver, job.id!, job.timestamp)
  throw new DelayedError()
}

/**
 * Returns the result of a request to management, or postpones the event while management is unavailable.
 * @throws {DelayedError} when the event is postponed.
 */
export async function postponeOnFailure<T>(
  { logger, metrics }: Pick<WebhookDispatcherContext, 'logger' | 'metrics'>,
  { job, token }: { job: JobOf<'webhooks'>; token: string },
  request: Promise<T>,
): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    // Starts that were no attempts: the job was postponed, or its dispatcher died.
    const postponements = job.attemptsStarted - job.attemptsMade - 1
    const delayMs = Math.min(MIN_DELAY_MS * 2 ** postponements, MAX_DELAY_MS)
    metrics.postponed.inc({ reason: 'management' })
    const details = { ...idsOf(job), code: error.code, cause: describeCause(error.cause), delayMs }
    if (error.cause instanceof TokenRefused)
      logger.error(
        { ...details, alert: 'management-refused' },
        'token refused by management, event postponed',
      )
    else logger.warn(details, 'management unavailable, event postponed')
    return delayJob(job, token, delayMs)
  }
}
