import { listenForOps } from '@render/http'
import { createWorker, type QueueWorker } from '@render/jobs'
import { createLogger, printable, type Logger } from '@render/runtime'
import { environment, type RenderWorkerConfig } from './config.ts'
import { createContext } from './context.ts'
import { createProcessRender } from './process-render.ts'
import { countSlots } from './slots.ts'
import { createSweep } from './sweep.ts'

export interface RenderWorker extends AsyncDisposable {
  logger: Logger
  opsPort: number
}

/**
 * Starts the worker. Disposing takes no new jobs, lets renders under way go on for `DRAIN_MS`, hands back the others, and
 * leaves no browser.
 */
export async function startRenderWorker(config: RenderWorkerConfig): Promise<RenderWorker> {
  await using parts = new AsyncDisposableStack()
  const logger = createLogger('render-worker', config.LOG_LEVEL)
  logger.info({ config: printable(environment, config) }, 'starting')
  const context = parts.use(await createContext(config, logger))
  const { redis, registry, metrics, hasBrowsers } = context

  let renders: QueueWorker | undefined
  const readiness = () => ({
    redis: redis.status === 'ready',
    browser: hasBrowsers(),
    'taking jobs': renders?.isRunning() ?? false,
  })
  const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
  const ops = parts.use(await listenForOps(at, { metrics: registry, readiness }))

  const slots = countSlots(config.SLOTS)
  metrics.slots.set(slots)
  parts.use(createWorker('sweeps', redis, createSweep(context), { concurrency: 1, log: logger }))
  renders = parts.use(
    createWorker('renders', redis, createProcessRender(context), {
      concurrency: slots,
      queue: config.RENDER_QUEUE,
      drainMs: Math.min(config.DRAIN_MS, config.ATTEMPT_TIMEOUT_MS),
      log: logger,
    }),
  )
  logger.info({ slots, opsPort: ops.port }, 'started')

  const kept = parts.move()
  return { logger, opsPort: ops.port, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
