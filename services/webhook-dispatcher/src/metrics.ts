import { Counter, Histogram, type Registry } from 'prom-client'

/** What is counted of deliveries. */
export function createDeliveryMetrics(registry: Registry) {
  const registers = [registry]
  return {
    /** By `delivered`, the class of another status (`4xx`), or why there was no answer. */
    attempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to deliver an event, by result.',
      labelNames: ['result'],
      registers,
    }),
    took: new Histogram({
      name: 'webhook_attempt_seconds',
      help: 'Attempts to deliver an event, whatever came of them.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 15],
      registers,
    }),
    /** By `management` (did not answer), `busy` (the receiver's host has its deliveries) or `held` (it let them time out). */
    postponed: new Counter({
      name: 'webhook_postponed_total',
      help: 'Deliveries put off without asking the receiver, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    /** By `exhausted`, `gone` (410) or `lost` (by a fault of ours). */
    undelivered: new Counter({
      name: 'webhook_undelivered_total',
      help: 'Events that are not tried again, by reason.',
      labelNames: ['reason'],
      registers,
    }),
  }
}
