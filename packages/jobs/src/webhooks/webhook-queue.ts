import { Job, type JobsOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import type { WebhookEvent, WebhookJob } from '../payloads.ts'
import { openQueue } from '../queues/open-queue.ts'

/** A webhook job outside the flow of a render: it carries the event that is sent. */
export type WebhookEventJob = WebhookJob & { event: WebhookEvent }

export interface WebhookQueue extends AsyncDisposable {
  /** Queues events for delivery. An event that is queued already, in the same replay, is left as it is. */
  add(...events: WebhookEventJob[]): Promise<void>
  /** Makes a delayed job due; returns false when the job is not delayed. */
  promote(jobId: string): Promise<boolean>
}

/**
 * Up to eight attempts. A job that failed for good is removed at once, because the delivery log has it; age 0 also removes
 * those that an earlier version kept.
 */
export const WEBHOOK_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: { age: 0 },
}

export function createWebhookQueue(redis: Redis): WebhookQueue {
  const webhooks = openQueue<WebhookJob>(redis, 'webhooks')
  return {
    async add(...events) {
      await webhooks.queue.addBulk(
        events.map((data) => ({ name: 'webhook', data, opts: { jobId: jobIdOf(data), ...WEBHOOK_OPTIONS } })),
      )
    },
    async promote(jobId) {
      const job = await Job.fromId(webhooks.queue, jobId)
      if (!(await job?.isDelayed())) return false
      return job!.promote().then(
        () => true,
        // The job became due between the two calls.
        () => false,
      )
    },
    [Symbol.asyncDispose]: () => webhooks[Symbol.asyncDispose](),
  }
}

/** The flow of a render uses the id of the event itself, so a replay needs another job id. */
function jobIdOf({ event, replay }: WebhookEventJob): string {
  return replay === undefined ? event.id : `${event.id}-${replay}`
}
