import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120]

/** What is counted of renders. */
export function createRenderMetrics(registry: Registry) {
  const registers = [registry]
  return {
    /** By `succeeded` or the code of the failure. */
    ended: new Counter({
      name: 'renders_total',
      help: 'Renders that ended, by result.',
      labelNames: ['result'],
      registers,
    }),
    retried: new Counter({
      name: 'render_retries_total',
      help: 'Attempts that died and are made again, by what died.',
      labelNames: ['reason'],
      registers,
    }),
    underWay: new Gauge({ name: 'renders_under_way', help: 'Renders under way.', registers }),
    namespace: new Gauge({
      name: 'network_namespace',
      help: 'Whether browsers run in a network namespace (1) or are kept from the network by the proxy alone (0).',
      registers,
    }),
    slots: new Gauge({ name: 'render_slots', help: 'Renders that can be under way.', registers }),
    queued: new Histogram({
      name: 'render_queue_seconds',
      help: 'From the acceptance of a render to its last attempt.',
      buckets: SECONDS,
      registers,
    }),
    took: new Histogram({
      name: 'render_seconds',
      help: 'The attempt that succeeded, its artefact written.',
      buckets: SECONDS,
      registers,
    }),
    stage: new Histogram({
      name: 'render_stage_seconds',
      help: 'Stages of renders that succeeded.',
      labelNames: ['stage'],
      buckets: SECONDS,
      registers,
    }),
  }
}
