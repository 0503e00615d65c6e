import { assemble } from '@render/async'
import {
  createEngine,
  createMocks,
  minerHosts,
  type Engine,
  type EngineEvent,
  type EngineSettings,
} from '@render/engine'
import { createPrivateAnswers, createProgressReporter, createSweepScheduler } from '@render/jobs'
import { createHttpClient, startEgressProxy, type EgressProxy } from '@render/net'
import { describeCause, inheritedEnvironment, type Logger } from '@render/runtime'
import { createBase } from '@render/service'
import { openStore } from '@render/storage'
import { botKeyId, createOpen } from '@render/vault'
import { environment, programPaths, type RenderWorkerConfig } from './config.ts'
import { inNamespace } from './in-namespace.ts'
import { createRenderMetrics } from './metrics.ts'

export type RenderWorkerContext = Awaited<ReturnType<typeof createContext>>

interface BrowserParts {
  engine: Pick<Engine, 'render'>
  proxy: EgressProxy
}

/** Builds the context; disposing it closes its parts in reverse order. */
export function createContext(config: RenderWorkerConfig) {
  return assemble(async (parts) => {
    const base = parts.use(await createBase('render-worker', { environment, config }))
    const { logger, registry, blockingRedis, egressSettings } = base
    const store = parts.use(await openStore(config, logger))
    const http = createHttpClient(base.egress)
    const browsers = { started: false }
    const limits = {
      bounds: { pixels: config.MAX_PICTURE_PIXELS, side: config.MAX_PICTURE_SIDE },
      videoLimits: {
        width: config.MAX_VIDEO_WIDTH,
        height: config.MAX_VIDEO_HEIGHT,
        frames: config.MAX_VIDEO_FRAMES,
        durationMs: config.MAX_VIDEO_MS,
      },
    }
    const { engine, proxy }: BrowserParts = parts.use(
      await inNamespace(config.NETWORK_NAMESPACE, logger, (namespace) =>
        assemble(async (parts) => {
          const forbidden = await minerHosts()
          const proxy = parts.use(await startEgressProxy({ ...egressSettings, forbidden, namespace }))
          const engine = parts.use(await startEngine(config, logger, browsers, { ...limits, http, proxy }))
          return { engine, proxy }
        }),
      ),
    )

    return {
      ...base,
      metrics: createRenderMetrics(registry),
      progress: createProgressReporter(blockingRedis),
      engine,
      makeMock: createMocks(limits),
      engineVersion: config.ENGINE_VERSION,
      /** Whether the last start of a browser for most renders succeeded. */
      hasBrowsers: () => browsers.started,
      /** Whether the egress proxy runs. */
      hasProxy: () => proxy.isRunning(),
      /** Whether browsers are in a network namespace of their own, with the egress proxy and nothing else. */
      hasNamespace: proxy.enter.length > 0,
      open: createOpen(config.WORKER_PRIVATE_KEYS),
      /** Reaches addresses that callers name, within the egress policy. */
      http,
      store,
      sweeps: parts.use(createSweepScheduler(blockingRedis)),
      privateAnswers: createPrivateAnswers(blockingRedis),
      azureEndpoint: config.AZURE_BLOB_ENDPOINT,
      artefactDays: config.ARTEFACT_DAYS,
    }
  })
}

async function startEngine(
  config: RenderWorkerConfig,
  logger: Logger,
  browsers: { started: boolean },
  parts: Pick<EngineSettings, 'bounds' | 'videoLimits' | 'http' | 'proxy'>,
): Promise<Engine> {
  const note = (event: EngineEvent) => {
    if (event.event === 'browser not started') {
      if (event.browser === 'shell') browsers.started = false
      logger.error({ browser: event.browser, cause: describeCause(event.error) }, event.event)
    } else if (event.event === 'scratch folder not removed') {
      logger.warn({ cause: describeCause(event.error) }, event.event)
    } else {
      if (event.event === 'browser started' && event.browser === 'shell') browsers.started = true
      const { event: message, ...details } = event
      logger.debug(details, message)
    }
  }
  if (!config.CHROMIUM_SANDBOX) logger.warn('browser sandbox off')
  return createEngine({
    environment: inheritedEnvironment(),
    ...programPaths(config),
    display: config.BROWSER_DISPLAY || undefined,
    chromiumUid: config.CHROMIUM_UID,
    niceness: config.BROWSER_NICENESS,
    sandbox: config.CHROMIUM_SANDBOX,
    attemptTimeoutMs: config.ATTEMPT_TIMEOUT_MS,
    upstreamProxies: { services: config.SERVICE_PROXIES, vantagePoints: config.POV_PROXIES },
    botKey: await botKeyOf(config),
    pictureBytes: config.PICTURE_MEMORY_MB * 1024 ** 2 || undefined,
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
  if (!agent) throw new Error('Invalid configuration: WEB_BOT_AUTH_KEY requires WEB_BOT_AUTH_AGENT.')
  return { key, agent, id: await botKeyId(key) }
}
