import type { Redis } from 'ioredis'
import type { DeliveryReport } from '../payloads.ts'
import { openQueue } from '../queues/open-queue.ts'
import { RECORDING_OPTIONS } from '../queues/recording-options.ts'

export interface DeliveryReporter extends AsyncDisposable {
  /** Queues a report for the delivery log; the report is safe once this resolves. */
  report(report: DeliveryReport): Promise<void>
}

export function createDeliveryReporter(redis: Redis): DeliveryReporter {
  const deliveries = openQueue<DeliveryReport>(redis, 'deliveries')
  return {
    async report(report) {
      const { eventId, replay, state, attempt } = report
      const jobId = attempt?.id ?? `${eventId}-${replay}-${state}`
      await deliveries.queue.add('report', report, { jobId, ...RECORDING_OPTIONS })
    },
    [Symbol.asyncDispose]: () => deliveries[Symbol.asyncDispose](),
  }
}
