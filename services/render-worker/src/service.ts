import { listenForOps } from '@render/http'
import { isReady } from '@render/jobs'
import { createLogger, printable, type Logger } from '@render/runtime'
import { environment, type RenderWorkerConfig } from './config.ts'
import { createContext } from './context.ts'
import { countSlots } from './slots.ts'
import { takeJobs } from './take-jobs.ts'

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
  const { redis, registry, metrics, hasBrowsers, hasProxy, hasNamespace } = context

  let jobs: ReturnType<typeof takeJobs> | undefined
  const readiness = async () => ({
    redis: await isReady(redis),
    browser: hasBrowsers(),
    'egress proxy': hasProxy(),
    'taking jobs': jobs?.isRunning() ?? false,
  })
  const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
  metrics.namespace.set(Number(hasNamespace))
  const facts = { 'network namespace': hasNamespace ? 'on' : 'off' }
  const ops = parts.use(await listenForOps(at, { metrics: registry, readiness, facts }))

  const slots = countSlots(config.SLOTS)
  metrics.slots.set(slots)
  jobs = parts.use(takeJobs(context, config, slots))
  logger.info({ slots, opsPort: ops.port }, 'started')

  const kept = parts.move()
  return { logger, opsPort: ops.port, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
