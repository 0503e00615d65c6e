import { Counter, Gauge, type Registry } from 'prom-client'

/** Creates the metrics of requests and submissions. */
export function createGatewayMetrics(registry: Registry) {
  return {
    waiting: new Gauge({
      name: 'sync_requests_waiting',
      help: 'Requests that wait for the end of a render.',
      registers: [registry],
    }),
    refused: new Counter({
      name: 'renders_refused_total',
      help: 'Requests for renders that were refused to shed load, by the limit.',
      labelNames: ['limit'],
      registers: [registry],
    }),
    lost: new Counter({
      name: 'renders_lost_total',
      help: 'Queued renders that Redis may have lost at a failover or restart; should stay 0.',
      registers: [registry],
    }),
  }
}
