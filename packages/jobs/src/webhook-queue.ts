import { Job, Queue, type JobsOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import type { WebhookEvent, WebhookJob } from './payloads.ts'

/** An event that is told apart from the flow of a render. */
export type ToldEvent = WebhookJob & { event: WebhookEvent }

export interface WebhookQueue extends AsyncDisposable {
  /** Has events delivered. One that waits for its delivery already, in the same replay, is left as it is. */
  tell(...events: ToldEvent[]): Promise<void>
  /** Makes a job due that was put off; false when it is not put off. */
  hasten(jobId: string): Promise<boolean>
}

/** Eight attempts; who gave up what, and why, is kept for a month. */
export const WEBHOOK_OPTIONS: JobsOptions = {
  attempts: 8,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: { age: 30 * 24 * 3600 },
}

export function createWebhookQueue(redis: Redis): WebhookQueue {
  const queue = new Queue<WebhookJob>('webhooks', { connection: redis })
  queue.on('error', () => {})
  return {
    async tell(...events) {
      await queue.addBulk(
        events.map((data) => ({ name: 'webhook', data, opts: { jobId: jobIdOf(data), ...WEBHOOK_OPTIONS } })),
      )
    },
    async hasten(jobId) {
      const job = await Job.fromId(queue, jobId)
      if (!(await job?.isDelayed())) return false
      return job!.promote().then(
        () => true,
        // Its time has come meanwhile.
        () => false,
      )
    },
    async [Symbol.asyncDispose]() {
      await queue.close()
    },
  }
}

/** The flow of a render took the id of the event itself. */
function jobIdOf({ event, replay }: ToldEvent): string {
  return replay === undefined ? event.id : `${event.id}-${replay}`
}
