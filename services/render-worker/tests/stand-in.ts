// The worker with a stand-in for the engine, for what no real browser does when it is asked to.
import { defaultBounds, type Engine, type Rendered, type RenderRequest } from '@render/engine'
import { createProgressReporter, createWorker } from '@render/jobs'
import { createEgress, createHttpClient } from '@render/net'
import { createLogger, createMetrics } from '@render/runtime'
import { createDiskStore } from '@render/storage'
import { createRenderMetrics } from '../src/metrics.ts'
import { createProcessRender } from '../src/process-render.ts'
import type { TestQueue } from './test-queue.ts'

export const rendered: Rendered = {
  body: Buffer.from('picture'),
  contentType: 'image/png',
  extension: 'png',
  width: 1,
  height: 1,
  files: [],
  bandwidthBytes: 0,
  warnings: ['from the engine'],
  trace: [{ stage: 'capture', ms: 1 }],
  browserVersion: '1.2.3',
}

/** A worker whose engine does what `render` says; it keeps what it was asked. */
export function startStandIn(
  queue: TestQueue,
  render: (request: RenderRequest, signal: AbortSignal) => Promise<Rendered>,
  concurrency = 4,
) {
  const asked: RenderRequest[] = []
  const registry = createMetrics('test')
  const engine: Pick<Engine, 'render'> = {
    render(request, signal) {
      asked.push(request)
      return render(request, signal)
    },
  }
  const process = createProcessRender({
    engine,
    bounds: defaultBounds,
    engineVersion: 'stable',
    store: createDiskStore(queue.artefacts),
    http: createHttpClient(createEgress({ allow: ['127.0.1.0/24'] })),
    open: queue.open,
    progress: createProgressReporter(queue.patient),
    metrics: createRenderMetrics(registry),
    logger: createLogger('test', 'silent'),
  })
  const worker = createWorker('renders', queue.patient, process, { concurrency, drainMs: 100 })
  return { asked, registry, worker }
}
