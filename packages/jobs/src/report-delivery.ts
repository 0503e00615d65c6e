import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { DeliveryReport } from './payloads.ts'

export interface DeliveryReporter extends AsyncDisposable {
  /** Has it written to the log of deliveries; it is safe once this resolves. */
  report(report: DeliveryReport): Promise<void>
}

const OPTIONS = {
  // As long as it takes: the worker of reports decides what is hopeless.
  attempts: 1_000_000,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: { age: 30 * 24 * 3600 },
}

export function createDeliveryReporter(redis: Redis): DeliveryReporter {
  const queue = new Queue<DeliveryReport>('deliveries', { connection: redis })
  queue.on('error', () => {})
  return {
    async report(report) {
      const { eventId, replay, state, attempt } = report
      await queue.add('report', report, { jobId: attempt?.id ?? `${eventId}-${replay}-${state}`, ...OPTIONS })
    },
    async [Symbol.asyncDispose]() {
      await queue.close()
    },
  }
}
