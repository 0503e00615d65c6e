import { Counter, Histogram, type Registry } from 'prom-client'

/** Creates the metrics of deliveries. */
export function createDeliveryMetrics(registry: Registry) {
  const registers = [registry]
  return {
    /** `result` is `delivered`, the class of another status (`4xx`), or why there was no response. */
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to deliver an event, by result.',
      labelNames: ['result'],
      registers,
    }),
    took: new Histogram({
      name: 'webhook_attempt_seconds',
      help: 'Duration of attempts to deliver an event.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 15],
      registers,
    }),
    /** `reason` is `management` (unavailable), `busy` (all slots of the host are taken), `held` (the host timed out) or `early` (a wrong clock). */
    postponed: new Counter({
      name: 'webhook_postponed_total',
      help: 'Deliveries postponed without an attempt, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    /** `reason` is `exhausted`, `gone` (410) or `lost` (an error of ours). */
    undelivered: new Counter({
      name: 'webhook_undelivered_total',
      help: 'Events that were given up, by reason.',
      labelNames: ['reason'],
      registers,
    }),
  }
}
