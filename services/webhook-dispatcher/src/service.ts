import { listenForOps } from '@render/http'
import { createWorker, isReady, type QueueWorker } from '@render/jobs'
import { createLogger, printable, type Logger } from '@render/runtime'
import { environment, type WebhookDispatcherConfig } from './config.ts'
import { createContext } from './context.ts'
import { createDeliverWebhook } from './deliver-webhook.ts'
import { createBackoff } from './not-delivered.ts'

export interface WebhookDispatcher extends AsyncDisposable {
  logger: Logger
  opsPort: number
}

/** Deliveries mostly wait for their receivers. */
const DELIVERIES_AT_ONCE = 64
/** At the stop receivers may take their time, and a little is left to hand back the rest. */
const DRAIN_BEYOND_TIMEOUT_MS = 2000

/** Starts the dispatcher; disposing it takes no new events and ends or hands back the deliveries under way. */
export async function startWebhookDispatcher(config: WebhookDispatcherConfig): Promise<WebhookDispatcher> {
  await using parts = new AsyncDisposableStack()
  const logger = createLogger('webhook-dispatcher', config.LOG_LEVEL)
  logger.info({ config: printable(environment, config) }, 'starting')
  const context = parts.use(await createContext(config, logger))
  const { redis, registry, delaysMs } = context

  let webhooks: QueueWorker | undefined
  const readiness = async () => ({
    redis: await isReady(redis),
    'taking jobs': webhooks?.isRunning() ?? false,
  })
  const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
  const ops = parts.use(await listenForOps(at, { metrics: registry, readiness }))
  webhooks = parts.use(
    createWorker('webhooks', redis, createDeliverWebhook(context), {
      concurrency: DELIVERIES_AT_ONCE,
      backoff: createBackoff(delaysMs),
      drainMs: config.WEBHOOK_TIMEOUT_MS + DRAIN_BEYOND_TIMEOUT_MS,
      log: logger,
    }),
  )
  logger.info({ opsPort: ops.port }, 'started')

  const kept = parts.move()
  return { logger, opsPort: ops.port, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
