import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120]

/** Creates the metrics of renders. */
export function createRenderMetrics(registry: Registry) {
  const registers = [registry]
  return {
    /** `result` is `succeeded` or the error code. */
    ended: new Counter({
      name: 'renders_total',
      help: 'Renders that ended, by result.',
      labelNames: ['result'],
      registers,
    }),
    retried: new Counter({
      name: 'render_retries_total',
      help: 'Attempts that are retried, by the reason.',
      labelNames: ['reason'],
      registers,
    }),
    underWay: new Gauge({ name: 'renders_under_way', help: 'Renders that are running.', registers }),
    asking: new Gauge({
      name: 'render_model_questions',
      help: 'Renders that only wait for a language model: they hold no browser and normally lend their slot to another render.',
      registers,
    }),
    namespace: new Gauge({
      name: 'network_namespace',
      help: '1 when browsers run in a network namespace, 0 when only the egress proxy isolates them.',
      registers,
    }),
    slots: new Gauge({
      name: 'render_slots',
      help: 'Renders and videos that can run at the same time.',
      registers,
    }),
    queued: new Histogram({
      name: 'render_queue_seconds',
      help: 'Time from acceptance of a render to the start of its last attempt.',
      buckets: SECONDS,
      registers,
    }),
    took: new Histogram({
      name: 'render_seconds',
      help: 'Duration of attempts that succeeded, with writing the files.',
      buckets: SECONDS,
      registers,
    }),
    stage: new Histogram({
      name: 'render_stage_seconds',
      help: 'Duration of stages of renders that succeeded.',
      labelNames: ['stage'],
      buckets: SECONDS,
      registers,
    }),
  }
}
