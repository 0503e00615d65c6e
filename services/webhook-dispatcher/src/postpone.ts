import { RenderError } from '@render/errors'
import { DelayedError, type JobOf } from '@render/jobs'
import type { WebhookDispatcherContext } from './context.ts'
import { idsOf } from './ids-of.ts'

const SHORTEST_MS = 1000
const LONGEST_MS = 30_000

/**
 * The answer of management; while it does not answer, the delivery is put off for a short time, which counts as no attempt
 * because the receiver was not asked. Throws what tells the queue so.
 */
export async function orPostpone<T>(
  { logger, metrics }: Pick<WebhookDispatcherContext, 'logger' | 'metrics'>,
  { job, token }: { job: JobOf<'webhooks'>; token: string },
  asked: Promise<T>,
): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    // Every start that was no attempt was put off, or died, before.
    const before = job.attemptsStarted - job.attemptsMade - 1
    const delayMs = Math.min(SHORTEST_MS * 2 ** before, LONGEST_MS)
    metrics.postponed.inc({ reason: 'management' })
    logger.warn({ ...idsOf(job), code: error.code, delayMs }, 'management away, event put off')
    await job.moveToDelayed(Date.now() + delayMs, token)
    throw new DelayedError()
  }
}
