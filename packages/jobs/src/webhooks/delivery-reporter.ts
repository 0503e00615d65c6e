import type { Redis } from 'ioredis'
import type { DeliveryReport } from '../payloads.ts'
import { openQueue } from '../queues/open-queue.ts'

export interface DeliveryReporter extends AsyncDisposable {
  /** Queues a report for the delivery log; the report is safe once this resolves. */
  report(report: DeliveryReport): Promise<void>
}

const OPTIONS = {
  // Practically unlimited: the worker of this queue decides when a report cannot be written.
  attempts: 1_000_000,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: { age: 30 * 24 * 3600 },
}

export function createDeliveryReporter(redis: Redis): DeliveryReporter {
  const deliveries = openQueue<DeliveryReport>(redis, 'deliveries')
  return {
    async report(report) {
      const { eventId, replay, state, attempt } = report
      const jobId = attempt?.id ?? `${eventId}-${replay}-${state}`
      await deliveries.queue.add('report', report, { jobId, ...OPTIONS })
    },
    [Symbol.asyncDispose]: () => deliveries[Symbol.asyncDispose](),
  }
}
