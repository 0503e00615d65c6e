import { assemble } from '@render/async'
import {
  createBodyReader,
  createTokenBuckets,
  type BodyReader,
  type TokenBuckets,
  type Readiness,
} from '@render/http'
import {
  connectFailFast,
  createAdmission,
  createBatches,
  createCanceller,
  createIdempotencyStore,
  createLinkCache,
  createPrivateAnswers,
  createProgressReader,
  createRenderEnds,
  createRenderFinder,
  createSubmitter,
  createSweepScheduler,
  subscribeAccountChanges,
  isReady,
  untilReady,
  type Admission,
  type Batches,
  type Canceller,
  type IdempotencyStore,
  type LinkCache,
  type PrivateAnswers,
  type ProgressReader,
  type Submitter,
  type SweepScheduler,
} from '@render/jobs'
import { createAccountCache, createManagementClient, type AccountCache } from '@render/management-client'
import { createOptions, type GivenOptions, type Options, type VideoLengthLimits } from '@render/options'
import type { Logger } from '@render/runtime'
import { createBase, optionLimits } from '@render/service'
import { openStore, type ArtefactStore } from '@render/storage'
import {
  botKeyId,
  createAnswerSealingKeys,
  createSeal,
  createSignJob,
  type AnswerSealingKeyOf,
  type Seal,
  type SignJob,
} from '@render/vault'
import type { Counter, Registry } from 'prom-client'
import { environment, type GatewayConfig } from './config.ts'
import { bodyLimits } from './body-limits.ts'
import { linkCacheLimits, renderLimits, resourceLimits, type RenderLimits } from './load-limits.ts'
import type { AddressRules } from './make/check-addresses.ts'
import { monitorLoad, type LoadMonitor } from './make/load-shedding.ts'
import { queuesOf, type Routing } from './make/route-render.ts'
import { createGatewayMetrics } from './metrics.ts'
import { createStreamLimit, type StreamLimit } from './answer/stream-limit.ts'
import { createLookupLimit, type LookupLimit } from './intake/lookup-limit.ts'
import { createRecentPolicies, type RecentPolicies } from './links/recent-policies.ts'
import { createRenderLookup, type RenderLookup } from './renders/render-lookup.ts'
import { isPossibleId } from './renders/render-id.ts'
import { createWaits, type Waits } from './wait/waits.ts'

/** Everything that routes work with; each picks the members that it needs. */
export interface GatewayContext {
  logger: Logger
  registry: Registry
  /** Address of the metrics listener. */
  metricsAddress: { host: string; port: number }
  readiness: Readiness
  accounts: Pick<AccountCache, 'account' | 'accountWithUsage' | 'isCached' | 'store'>
  egress: AddressRules
  seals: { worker: Seal; dispatcher: Seal }
  /** Keys that answers to renders with `secure_mode` are sealed with; only gateways can open them. */
  sealingKeyOf: AnswerSealingKeyOf
  privateAnswers: Pick<PrivateAnswers, 'find' | 'remove'>
  /** Public keys that requests of workers are signed with. */
  botKeys: object[]
  admission: Admission
  renderLimits: RenderLimits
  /** Renders that links of one client may make. */
  linkRenderLimit: Pick<TokenBuckets, 'take'>
  linkCache: LinkCache
  recentPolicies: RecentPolicies
  /** Key of the digests of links. */
  linkSecret: string
  load: Pick<LoadMonitor, 'hasResources'>
  /** Counts refused renders, by limit. */
  refused: Counter<'limit'>
  submitter: Pick<Submitter, 'submitAll' | 'isQueued'>
  /** For management, which records renders only with their owners. */
  signRecord: SignJob
  batches: Pick<Batches, 'save'>
  idempotency: IdempotencyStore
  canceller: Pick<Canceller, 'cancel' | 'withdraw'>
  sweeps: Pick<SweepScheduler, 'deleteFiles'>
  renderLookup: RenderLookup
  unknownIdLimit: LookupLimit
  streams: StreamLimit
  waits: Waits
  progress: ProgressReader
  /** Milliseconds after which a silent event stream gets a comment. */
  heartbeatMs: number
  store: Pick<ArtefactStore, 'find' | 'load' | 'open'>
  artefactDays: number
  /** The options, within the operator's limits. */
  options: Options
  videoLengthLimits: VideoLengthLimits
  /** Defaults of options that the operator sets, or lowers by a limit. */
  operatorDefaults: GivenOptions
  routing: Routing
  readBody: BodyReader
  trustProxy: string[]
  /** Second prefix that our headers are sent under; none when empty. */
  legacyPrefix: string
  /** Base URLs in responses, without a trailing slash. */
  urls: { public: string; artefacts: string }
}

/** Whether requests are accepted, as reported by `/ready`. */
type Accepting = { accepting: { now: boolean } }

/** Builds the context; disposing it closes its parts in reverse order. */
export function createContext(config: GatewayConfig): Promise<GatewayContext & Accepting & AsyncDisposable> {
  return assemble(async (parts) => {
    const base = parts.use(
      await createBase('gateway', {
        environment,
        config,
        listeners: [{ host: config.HOST, port: config.PORT }],
        peers: [config.MANAGEMENT_INTERNAL_URL],
      }),
    )
    const { logger, registry, blockingRedis } = base
    const redis = parts.adopt(connectFailFast(config.REDIS_URL), (redis) => redis.disconnect())
    await untilReady(redis)
    const management = createManagementClient({
      url: config.MANAGEMENT_INTERNAL_URL,
      token: config.MANAGEMENT_TOKEN,
    })
    const accounts = parts.use(
      createAccountCache(management, { trustMs: config.ACCOUNT_TRUST_MINUTES * 60_000 }),
    )
    parts.use(
      subscribeAccountChanges(blockingRedis, (organisationId) => void accounts.refresh(organisationId)),
    )
    const routing = routingOf(config)
    const batches = createBatches(redis)
    const unknownIdLimit = createLookupLimit(config.UNKNOWN_PER_MINUTE)
    const renderLookup = createRenderLookup(parts.use(createRenderFinder(redis)), management, batches, {
      unknownIdLimit,
      isPossible: (id) => isPossibleId(id, config.RECORD_DAYS),
    })
    const renderEnds = parts.use(await createRenderEnds(blockingRedis, queuesOf(routing)))
    const { waiting, refused, lost } = createGatewayMetrics(registry)
    const store = parts.use(await openStore(config, logger))
    const options = createOptions(optionLimits(config))
    options.compile()
    const accepting = { now: false }

    return {
      ...base,
      accepting,
      readiness: async () => ({ redis: await isReady(redis), accepting: accepting.now }),
      accounts,
      egress: { ...base.egress, ...addressLimits(config) },
      seals: createSeals(config),
      sealingKeyOf: createAnswerSealingKeys(digestSecret(config)),
      privateAnswers: createPrivateAnswers(redis),
      botKeys: await Promise.all(config.WEB_BOT_AUTH_PUBLIC_KEYS.map(publicMembers)),
      admission: createAdmission(redis),
      renderLimits: renderLimits(config),
      linkRenderLimit: createTokenBuckets(config.LINK_RENDERS_PER_MINUTE),
      linkCache: createLinkCache(redis, linkCacheLimits(config)),
      recentPolicies: createRecentPolicies(),
      linkSecret: digestSecret(config),
      load: parts.use(await monitorLoad({ redis, store, limits: resourceLimits(config), log: logger })),
      refused,
      submitter: parts.use(createSubmitter(redis, reportLost({ lost, logger }))),
      signRecord: createSignJob(config.MANAGEMENT_TOKEN),
      batches,
      idempotency: createIdempotencyStore(redis, digestSecret(config)),
      canceller: parts.use(createCanceller(redis)),
      sweeps: parts.use(createSweepScheduler(redis)),
      renderLookup,
      unknownIdLimit,
      streams: createStreamLimit({ project: config.MAX_PROJECT_STREAMS, all: config.MAX_EVENT_STREAMS }),
      waits: parts.use(createWaits({ renderEnds, renderLookup, waiting })),
      progress: createProgressReader(redis),
      heartbeatMs: config.HEARTBEAT_SECONDS * 1000,
      store,
      artefactDays: config.ARTEFACT_DAYS,
      options,
      videoLengthLimits: { frames: config.MAX_VIDEO_FRAMES, durationMs: config.MAX_VIDEO_MS },
      operatorDefaults: { ...options.loweredDefaults, redirect_after: config.SYNC_REDIRECT_SECONDS },
      routing,
      readBody: createBodyReader(config.BODY_LIMIT_BYTES, bodyLimits(config)),
      trustProxy: config.TRUST_PROXY,
      legacyPrefix: config.OLDER_HEADER_PREFIX,
      urls: { public: config.PUBLIC_URL, artefacts: config.ARTEFACT_URL || config.PUBLIC_URL },
    }
  })
}

/** Returns a function that counts and logs renders that Redis may have lost. */
function reportLost({ lost, logger }: { lost: Counter; logger: Logger }): (renderIds: string[]) => void {
  return (renderIds) => {
    lost.inc(renderIds.length)
    logger.error({ alert: 'queue-lost', renderIds }, 'queue writes lost')
  }
}

/** Returns the secret that all gateways have in common. */
function digestSecret({ IDEMPOTENCY_SECRET, MANAGEMENT_TOKEN }: GatewayConfig): string {
  return IDEMPOTENCY_SECRET || MANAGEMENT_TOKEN
}

function createSeals(config: GatewayConfig): GatewayContext['seals'] {
  return {
    worker: createSeal(config.WORKER_PUBLIC_KEY),
    dispatcher: createSeal(config.DISPATCHER_PUBLIC_KEY),
  }
}

function addressLimits(config: GatewayConfig): Omit<AddressRules, 'check'> {
  return { receiversNeedTls: config.WEBHOOK_HTTPS_ONLY, maxUrlLength: config.MAX_URL_BYTES }
}

function routingOf(config: GatewayConfig): Routing {
  return { queues: config.RENDER_QUEUES, regions: config.REGIONS, versions: config.ENGINE_VERSIONS }
}

/** Picks the public members of a key, so that a private one is never published. */
async function publicMembers(key: GatewayConfig['WEB_BOT_AUTH_PUBLIC_KEYS'][number]): Promise<object> {
  const { kty, crv, x } = key
  return { kty, crv, x, kid: await botKeyId(key), use: 'sig' }
}
