import { assemble } from '@render/async'
import { listen, listenForMetrics } from '@render/http'
import { createGatewayApp, MAX_TARGET_BYTES } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { createContext } from './context.ts'

export type Gateway = Awaited<ReturnType<typeof startService>>

/** Time after the lame duck time after which responses under way are cut; all waiting clients have been redirected by then. */
const CUT_MS = 25_000
/** Time in which a client has to take some bytes; an event stream is silent for its heartbeat. */
const STALL_MS = 60_000

/** Size of the headers beside the longest request target. */
const HEADERS_BYTES = 16 * 1024

/** Starts the gateway. Disposing it answers or redirects all waiting clients, within 30 s. */
export function startService(config: GatewayConfig) {
  return assemble(async (parts) => {
    const context = parts.use(await createContext(config))
    const { logger, registry, metricsAddress, readiness, accepting, waits, legacyPrefix } = context
    const metricsListener = parts.use(
      await listenForMetrics(metricsAddress, { metrics: registry, readiness, log: logger }),
    )
    const at = { host: config.HOST, port: config.PORT }
    const settings = {
      lameDuckMs: config.LAME_DUCK_MS,
      graceMs: CUT_MS,
      maxConnections: config.MAX_CONNECTIONS,
      stallMs: STALL_MS + config.HEARTBEAT_SECONDS * 1000,
      maxHeadBytes: MAX_TARGET_BYTES + HEADERS_BYTES,
      maxBodyBytes: config.BODY_LIMIT_BYTES,
      legacyPrefix,
      log: logger,
    }
    const { port } = parts.use(await listen(createGatewayApp(context), at, settings))
    accepting.now = true
    parts.defer(() => {
      accepting.now = false
      waits.endWithin(config.SYNC_DRAIN_MS)
    })
    logger.info({ host: config.HOST, port, metricsPort: metricsListener.port }, 'started')
    return { logger, port, metricsPort: metricsListener.port }
  })
}
