import { createAccountCache, createDirectoryClient } from '@render/directory'
import { listen, listenForOps } from '@render/http'
import {
  connectImpatiently,
  connectPatiently,
  createAdmission,
  createBatches,
  createCanceller,
  createClaims,
  createProgressReader,
  createRenderEvents,
  createRenderFinder,
  createSubmitter,
  createSweepScheduler,
  hearAccountChanges,
  isReady,
  requireDurableRedis,
  untilReady,
} from '@render/jobs'
import { createEgress, knownListeners } from '@render/net'
import { createOptions } from '@render/options'
import { createLogger, createMetrics, printable, type Logger } from '@render/runtime'
import { createDiskStore } from '@render/storage'
import { botKeyId, createSeal } from '@render/vault'
import { Counter, Gauge } from 'prom-client'
import { createGatewayApp } from './app.ts'
import { createWaits } from './await-render.ts'
import { environment, type GatewayConfig } from './config.ts'
import { bodyLimits, optionLimits } from './limits.ts'
import { renderLimits, roomLimits } from './load-limits.ts'
import { createLookUp } from './look-up.ts'
import { watchRoom } from './room.ts'
import { queuesOf } from './route-render.ts'

export interface Gateway extends AsyncDisposable {
  logger: Logger
  port: number
  opsPort: number
}

/** How long new requests are still taken once this process is asked to leave. */
const LAME_DUCK_MS = 1000
/** How long synchronous callers wait on after that before they are sent to another gateway. */
const LAST_WAITS_MS = 20_000
/** When answers under way are cut, all callers having been sent on. */
const CUT_MS = 25_000

/** Starts the gateway; disposing it answers or sends on whoever is waiting, within 30 s. */
export async function startGateway(config: GatewayConfig): Promise<Gateway> {
  await using starting = new AsyncDisposableStack()
  const logger = createLogger('gateway', config.LOG_LEVEL)
  logger.info({ config: printable(environment, config) }, 'starting')
  const metrics = createMetrics('gateway')
  let accepting = false
  const routing = {
    queues: config.RENDER_QUEUES,
    regions: config.REGIONS,
    versions: config.ENGINE_VERSIONS,
  }

  const redis = starting.adopt(connectImpatiently(config.REDIS_URL), (redis) => redis.disconnect())
  const eventRedis = starting.adopt(connectPatiently(config.REDIS_URL), (redis) => redis.disconnect())
  await untilReady(redis)
  if (!config.DEVELOPMENT_REDIS) await requireDurableRedis(redis)

  const readiness = async () => ({ redis: await isReady(redis), accepting })
  const at = { host: config.METRICS_HOST, port: config.METRICS_PORT }
  const ops = starting.use(await listenForOps(at, { metrics, readiness }))

  const directory = createDirectoryClient({
    url: config.MANAGEMENT_INTERNAL_URL,
    token: config.MANAGEMENT_TOKEN,
  })
  const accounts = starting.use(
    createAccountCache(directory, { trustMs: config.ACCOUNT_TRUST_MINUTES * 60_000 }),
  )
  starting.use(hearAccountChanges(eventRedis, (organisationId) => void accounts.refresh(organisationId)))
  const batches = createBatches(redis)
  const lookUp = createLookUp(starting.use(createRenderFinder(redis)), directory, batches)
  const waits = starting.use(
    createWaits({
      events: starting.use(await createRenderEvents(eventRedis, queuesOf(routing))),
      lookUp,
      waiting: new Gauge({
        name: 'sync_requests_waiting',
        help: 'Requests that wait for the end of a render.',
        registers: [metrics],
      }),
    }),
  )

  const app = createGatewayApp({
    logger,
    metrics,
    readiness,
    accounts,
    egress: {
      ...createEgress({
        allow: config.EGRESS_ALLOW,
        ownListeners: knownListeners({
          named: config.OWN_LISTENERS,
          here: [{ host: config.HOST, port: config.PORT }, at],
          asked: [config.REDIS_URL, config.MANAGEMENT_INTERNAL_URL],
        }),
        dnsServers: config.DNS_SERVERS,
      }),
      receiversNeedTls: config.WEBHOOK_HTTPS_ONLY,
    },
    seals: {
      worker: createSeal(config.WORKER_PUBLIC_KEY),
      dispatcher: createSeal(config.DISPATCHER_PUBLIC_KEY),
    },
    botKeys: await Promise.all(config.WEB_BOT_AUTH_PUBLIC_KEYS.map(shownKey)),
    admission: createAdmission(redis),
    renderLimits: renderLimits(config),
    room: starting.use(
      await watchRoom({
        redis,
        storagePath: config.STORAGE_PATH,
        limits: roomLimits(config),
        log: logger,
      }),
    ),
    refused: new Counter({
      name: 'renders_refused_total',
      help: 'Requests for renders that were refused to shed load, by the limit.',
      labelNames: ['limit'],
      registers: [metrics],
    }),
    submitter: starting.use(createSubmitter(redis)),
    batches,
    claims: createClaims(redis, config.MANAGEMENT_TOKEN),
    canceller: starting.use(createCanceller(redis)),
    sweeps: starting.use(createSweepScheduler(redis)),
    lookUp,
    waits,
    progress: createProgressReader(redis),
    silentMs: config.HEARTBEAT_SECONDS * 1000,
    store: createDiskStore(config.STORAGE_PATH),
    artefactDays: config.ARTEFACT_DAYS,
    options: createOptions(optionLimits(config)),
    routing,
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    bodyLimits: bodyLimits(config),
    trustProxy: config.TRUST_PROXY,
    olderPrefix: config.OLDER_HEADER_PREFIX,
    urls: { public: config.PUBLIC_URL, artefacts: config.ARTEFACT_URL || config.PUBLIC_URL },
  })
  const { HOST: host, PORT: port } = config
  const listener = starting.use(
    await listen(app, { host, port }, { lameDuckMs: LAME_DUCK_MS, graceMs: CUT_MS }),
  )
  accepting = true
  starting.defer(() => {
    accepting = false
    waits.endWithin(LAST_WAITS_MS)
  })
  logger.info({ host, port: listener.port }, 'listening')

  const started = starting.move()
  return {
    logger,
    port: listener.port,
    opsPort: ops.port,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** The public members of a key, and no others whatever it has. */
async function shownKey(key: GatewayConfig['WEB_BOT_AUTH_PUBLIC_KEYS'][number]): Promise<object> {
  const { kty, crv, x } = key
  return { kty, crv, x, kid: await botKeyId(key), use: 'sig' }
}
