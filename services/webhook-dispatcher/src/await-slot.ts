import { DelayedError } from '@render/jobs'
import type { WebhookDispatcherContext } from './context.ts'
import { reportOf, type Delivery } from './delivery.ts'
import { giveUpUnasked } from './give-up.ts'

type Context = Pick<WebhookDispatcherContext, 'logger' | 'metrics' | 'reporter' | 'slots' | 'mostWaitMs'>

/**
 * Passes when the host of the event's receiver has a slot for it. Otherwise puts the event off, which counts as no attempt
 * because the receiver was not asked, and throws what tells the queue so. What has waited for too long is given up, so that
 * a dead host does not fill the queue.
 */
export async function awaitSlot(
  context: Context,
  delivery: Delivery & { url: URL },
  token: string,
): Promise<void> {
  const { job, url } = delivery
  const slot = await context.slots.take(url.host, job.id!)
  if (slot.state === 'go') return
  if (Date.now() - job.timestamp > context.mostWaitMs)
    throw await giveUpUnasked(context, delivery, 'exhausted', 'The receiver has not answered for too long.')
  if (slot.state === 'held' && job.attemptsStarted === 1)
    await context.reporter.report(reportOf(delivery, { state: 'pending', attempts: 0 }))
  context.metrics.postponed.inc({ reason: slot.state })
  await job.moveToDelayed(Date.now() + slot.retryMs, token)
  await context.slots.wait(url.host, job.id!, job.timestamp)
  throw new DelayedError()
}
