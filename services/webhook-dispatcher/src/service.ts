import { assemble } from '@render/async'
import { listenForMetrics } from '@render/http'
import { createWorker, isReady, type QueueWorker } from '@render/jobs'
import type { WebhookDispatcherConfig } from './config.ts'
import { createContext } from './context.ts'
import { createDeliverWebhook } from './deliver-webhook.ts'
import { createBackoff } from './schedule.ts'

/** High, because deliveries mostly wait for their receivers. */
const CONCURRENCY = 256
/** Time at shutdown, after the last receiver has timed out, to return the other deliveries to the queue. */
const DRAIN_MARGIN_MS = 2000

/** Starts the dispatcher. Disposing it stops taking events, and finishes running deliveries or returns them to the queue. */
export function startService(config: WebhookDispatcherConfig) {
  return assemble(async (parts) => {
    const context = parts.use(await createContext(config))
    const { logger, registry, metricsAddress, blockingRedis, delaysMs } = context
    let webhooks: QueueWorker | undefined
    const readiness = async () => ({
      redis: await isReady(blockingRedis),
      'taking jobs': webhooks?.isRunning() ?? false,
    })
    const metricsListener = parts.use(
      await listenForMetrics(metricsAddress, { metrics: registry, readiness, log: logger }),
    )
    webhooks = parts.use(
      createWorker('webhooks', blockingRedis, createDeliverWebhook(context), {
        concurrency: CONCURRENCY,
        backoff: createBackoff(delaysMs),
        drainMs: config.WEBHOOK_TIMEOUT_MS + DRAIN_MARGIN_MS,
        log: logger,
      }),
    )
    logger.info({ metricsPort: metricsListener.port }, 'started')
    return { logger, metricsPort: metricsListener.port }
  })
}
