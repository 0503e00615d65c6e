import { assemble } from '@render/async'
import { legacyNames } from '@render/http'
import { createDeliveryReporter, createRenderFinder, createWebhookQueue } from '@render/jobs'
import { createManagementClient } from '@render/management-client'
import { createHttpClient } from '@render/net'
import { createBase } from '@render/service'
import { createOpen } from '@render/vault'
import { environment, type WebhookDispatcherConfig } from './config.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createReceiverSlots } from './receiver-slots.ts'

export type WebhookDispatcherContext = Awaited<ReturnType<typeof createContext>>

/** Time that a delivery may take besides its request, mainly to fetch the secrets. */
const LEASE_BEYOND_TIMEOUT_MS = 10_000

/** Builds the dependencies of the service; disposing closes them in reverse order. */
export function createContext(config: WebhookDispatcherConfig) {
  return assemble(async (parts) => {
    const base = parts.use(
      await createBase('webhook-dispatcher', {
        environment,
        config,
        peers: [config.MANAGEMENT_INTERNAL_URL],
      }),
    )
    const { registry, blockingRedis } = base
    const queue = parts.use(createWebhookQueue(blockingRedis))

    return {
      ...base,
      metrics: createDeliveryMetrics(registry),
      finder: parts.use(createRenderFinder(blockingRedis)),
      reporter: parts.use(createDeliveryReporter(blockingRedis)),
      slots: createReceiverSlots({
        redis: blockingRedis,
        queue,
        leaseMs: config.WEBHOOK_TIMEOUT_MS + LEASE_BEYOND_TIMEOUT_MS,
        probeEveryMs: config.WEBHOOK_PROBE_MS,
      }),
      open: createOpen(config.DISPATCHER_PRIVATE_KEYS),
      management: createManagementClient({
        url: config.MANAGEMENT_INTERNAL_URL,
        token: config.MANAGEMENT_TOKEN,
      }),
      http: createHttpClient(base.egress),
      artefactUrl: config.ARTEFACT_URL,
      receiversNeedTls: config.WEBHOOK_HTTPS_ONLY,
      legacyName: legacyNames(config.OLDER_HEADER_PREFIX),
      delaysMs: config.WEBHOOK_RETRY_DELAYS,
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      maxWaitMs: config.WEBHOOK_MOST_WAIT_MS,
    }
  })
}
