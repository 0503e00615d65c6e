import {
  createEngine,
  hostsOfMiners,
  type Engine,
  type EngineEvent,
  type EngineSettings,
} from '@render/engine'
import { connectPatiently, createProgressReporter, requireDurableRedis, untilReady } from '@render/jobs'
import { createEgress, createHttpClient, knownListeners, startEgressProxy } from '@render/net'
import { createMetrics, inheritedEnvironment, type Logger } from '@render/runtime'
import { createDiskStore } from '@render/storage'
import { botKeyId, createOpen } from '@render/vault'
import type { RenderWorkerConfig } from './config.ts'
import { describeCause } from './describe-cause.ts'
import { inNamespace } from './in-namespace.ts'
import { createRenderMetrics } from './metrics.ts'

export type RenderWorkerContext = Awaited<ReturnType<typeof createContext>>

/** What the parts of the service work with; disposing closes it in reverse. */
export async function createContext(config: RenderWorkerConfig, logger: Logger) {
  await using parts = new AsyncDisposableStack()
  const registry = createMetrics('render-worker')
  const redis = parts.adopt(connectPatiently(config.REDIS_URL), (redis) => redis.disconnect())
  await untilReady(redis)
  if (!config.DEVELOPMENT_REDIS) await requireDurableRedis(redis)
  const policy = {
    allow: config.EGRESS_ALLOW,
    ownListeners: knownListeners({
      named: config.OWN_LISTENERS,
      here: [{ host: config.METRICS_HOST, port: config.METRICS_PORT }],
      asked: [config.REDIS_URL],
    }),
    dnsServers: config.DNS_SERVERS,
  }
  const http = createHttpClient(createEgress(policy))
  const browsers = { started: false }
  const bounds = { pixels: config.MAX_PICTURE_PIXELS, side: config.MAX_PICTURE_SIDE }
  const { engine, proxy } = parts.use(
    await inNamespace(config.NETWORK_NAMESPACE, logger, async (namespace) => {
      await using parts = new AsyncDisposableStack()
      const forbidden = await hostsOfMiners()
      const proxy = parts.use(await startEgressProxy({ ...policy, forbidden, namespace }))
      const engine = parts.use(await startEngine(config, logger, browsers, { bounds, http, proxy }))
      const kept = parts.move()
      return { engine, proxy, [Symbol.asyncDispose]: () => kept.disposeAsync() }
    }),
  )
  const open = createOpen(config.WORKER_PRIVATE_KEYS)
  const kept = parts.move()

  return {
    logger,
    registry,
    metrics: createRenderMetrics(registry),
    redis,
    progress: createProgressReporter(redis),
    engine: engine as Pick<Engine, 'render'>,
    bounds,
    engineVersion: config.ENGINE_VERSION,
    /** Whether the last browser that was to start for most renders did. */
    hasBrowsers: () => browsers.started,
    /** Whether pages have a way out. */
    hasProxy: () => proxy.isRunning(),
    /** Whether browsers have a network of their own, with nothing in it but the proxy. */
    hasNamespace: proxy.enter.length > 0,
    open,
    /** Reaches what strangers name, by the address policy. */
    http,
    store: createDiskStore(config.STORAGE_PATH),
    artefactDays: config.ARTEFACT_DAYS,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function startEngine(
  config: RenderWorkerConfig,
  logger: Logger,
  browsers: { started: boolean },
  parts: Pick<EngineSettings, 'bounds' | 'http' | 'proxy'>,
): Promise<Engine> {
  const note = (event: EngineEvent) => {
    if (event.event === 'browser not started') {
      if (event.browser === 'shell') browsers.started = false
      logger.error({ browser: event.browser, cause: describeCause(event.error) }, event.event)
    } else if (event.event === 'directory not removed') {
      logger.warn({ cause: describeCause(event.error) }, event.event)
    } else {
      if (event.event === 'browser started' && event.browser === 'shell') browsers.started = true
      const { event: message, ...details } = event
      logger.debug(details, message)
    }
  }
  if (!config.CHROMIUM_SANDBOX) logger.warn("strangers' pages run without Chromium's sandbox")
  return createEngine({
    environment: inheritedEnvironment(),
    chromiumPath: config.CHROMIUM_PATH || undefined,
    fullChromiumPath: config.FULL_CHROMIUM_PATH || undefined,
    chromePath: config.CHROME_PATH || undefined,
    display: config.BROWSER_DISPLAY || undefined,
    chromiumUid: config.CHROMIUM_UID,
    niceness: config.BROWSER_NICENESS,
    sandbox: config.CHROMIUM_SANDBOX,
    attemptTimeoutMs: config.ATTEMPT_TIMEOUT_MS,
    uplinks: { services: config.SERVICE_PROXIES, vantagePoints: config.POV_PROXIES },
    botKey: await botKeyOf(config),
    watermarkFile: config.WATERMARK_FILE || undefined,
    pageLimits: {
      bytes: config.MAX_PAGE_BYTES,
      connections: config.MAX_PAGE_CONNECTIONS,
      requests: config.MAX_PAGE_REQUESTS,
      redirects: config.MAX_REDIRECTS,
      bodyBytes: config.MAX_BODY_BYTES,
    },
    ...parts,
    log: note,
  })
}

async function botKeyOf({
  WEB_BOT_AUTH_KEY: key,
  WEB_BOT_AUTH_AGENT: agent,
}: RenderWorkerConfig): Promise<EngineSettings['botKey']> {
  if (Object.keys(key).length === 0) return undefined
  if (!agent) throw new Error('WEB_BOT_AUTH_KEY needs WEB_BOT_AUTH_AGENT.')
  return { key, agent, id: await botKeyId(key) }
}
