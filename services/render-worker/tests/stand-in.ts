// A worker with a stand-in for the engine, for cases that a real browser does not produce on demand.
import { createMocks, type Engine, type Rendered, type RenderRequest } from '@render/engine'
import {
  createPrivateAnswers,
  createProgressReporter,
  createSweepScheduler,
  createWorker,
  type PrivateAnswers,
} from '@render/jobs'
import { createEgress, createHttpClient } from '@render/net'
import { createLogger, createMetrics, type Logger } from '@render/runtime'
import { createStore, type ArtefactStore } from '@render/storage'
import { createRenderMetrics } from '../src/metrics.ts'
import { createProcessRender } from '../src/process-render.ts'
import type { TestQueue } from './test-queue.ts'

export const rendered: Rendered = {
  main: { format: 'png', body: { bytes: Buffer.from('picture') }, facts: { width: 1, height: 1 } },
  sideOutputs: [],
  bandwidthBytes: 0,
  warnings: ['from the engine'],
  trace: [{ stage: 'capture', ms: 1 }],
  browserVersion: '1.2.3',
}

interface Settings {
  azureEndpoint?: string
  logger?: Logger
  privateAnswers?: PrivateAnswers
  /** A folder by default. */
  store?: ArtefactStore
}

type Render = (request: RenderRequest, signal: AbortSignal) => Promise<Rendered>

/** Returns a worker's context whose engine calls `render`. */
export function standInContext(
  queue: TestQueue,
  render: Render,
  {
    azureEndpoint = '',
    logger = createLogger('test', 'silent'),
    privateAnswers = createPrivateAnswers(queue.blocking),
    store = createStore({ STORAGE_PATH: queue.artefacts }),
  }: Settings = {},
) {
  const registry = createMetrics('test')
  const engine: Pick<Engine, 'render'> = { render }
  return {
    registry,
    blockingRedis: queue.blocking,
    engine,
    makeMock: createMocks(),
    engineVersion: 'stable',
    store,
    sweeps: queue.use(createSweepScheduler(queue.blocking)),
    privateAnswers,
    http: createHttpClient(createEgress({ allow: ['127.0.1.0/24'] })),
    azureEndpoint,
    open: queue.open,
    progress: createProgressReporter(queue.blocking),
    metrics: createRenderMetrics(registry),
    logger,
  }
}

/** Starts a worker whose engine calls `render`. `requests` collects the requests to the engine. */
export function startStandIn(queue: TestQueue, render: Render, concurrency = 4, settings: Settings = {}) {
  const requests: RenderRequest[] = []
  const { registry, ...context } = standInContext(
    queue,
    (request, signal) => {
      requests.push(request)
      return render(request, signal)
    },
    settings,
  )
  const process = createProcessRender(context)
  const worker = createWorker('renders', queue.blocking, process, { concurrency, drainMs: 100 })
  return { requests, registry, worker }
}
