import { createDirectoryClient } from '@render/directory'
import {
  connectPatiently,
  createDeliveryReporter,
  createRenderFinder,
  createWebhookQueue,
  requireDurableRedis,
  untilReady,
} from '@render/jobs'
import { createEgress, createHttpClient, knownListeners } from '@render/net'
import { createMetrics, type Logger } from '@render/runtime'
import { createOpen } from '@render/vault'
import type { WebhookDispatcherConfig } from './config.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createHostSlots } from './host-slots.ts'

export type WebhookDispatcherContext = Awaited<ReturnType<typeof createContext>>

/** What asking for the secrets may take besides. */
const LEASE_BEYOND_TIMEOUT_MS = 10_000

/** What the parts of the service work with; disposing closes it in reverse. */
export async function createContext(config: WebhookDispatcherConfig, logger: Logger) {
  await using parts = new AsyncDisposableStack()
  const registry = createMetrics('webhook-dispatcher')
  const redis = parts.adopt(connectPatiently(config.REDIS_URL), (redis) => redis.disconnect())
  await untilReady(redis)
  if (!config.DEVELOPMENT_REDIS) await requireDurableRedis(redis)
  const finder = parts.use(createRenderFinder(redis))
  const reporter = parts.use(createDeliveryReporter(redis))
  const queue = parts.use(createWebhookQueue(redis))
  const open = createOpen(config.DISPATCHER_PRIVATE_KEYS)
  const egress = createEgress({
    allow: config.EGRESS_ALLOW,
    ownListeners: knownListeners({
      named: config.OWN_LISTENERS,
      here: [{ host: config.METRICS_HOST, port: config.METRICS_PORT }],
      asked: [config.REDIS_URL, config.MANAGEMENT_INTERNAL_URL],
    }),
    dnsServers: config.DNS_SERVERS,
  })
  const kept = parts.move()

  return {
    logger,
    registry,
    metrics: createDeliveryMetrics(registry),
    redis,
    finder,
    reporter,
    slots: createHostSlots({
      redis,
      queue,
      leaseMs: config.WEBHOOK_TIMEOUT_MS + LEASE_BEYOND_TIMEOUT_MS,
      probeEveryMs: config.WEBHOOK_PROBE_MS,
    }),
    open,
    directory: createDirectoryClient({
      url: config.MANAGEMENT_INTERNAL_URL,
      token: config.MANAGEMENT_TOKEN,
    }),
    http: createHttpClient(egress),
    artefactUrl: config.ARTEFACT_URL,
    delaysMs: config.WEBHOOK_RETRY_DELAYS,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    mostWaitMs: config.WEBHOOK_MOST_WAIT_MS,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
