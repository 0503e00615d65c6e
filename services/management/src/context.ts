import {
  connectImpatiently,
  connectPatiently,
  createBatches,
  createRenderFinder,
  createSweepScheduler,
  createWebhookQueue,
  requireDurableRedis,
  untilReady,
} from '@render/jobs'
import { createEgress, createHttpClient, knownListeners } from '@render/net'
import { createLogger, createMetrics } from '@render/runtime'
import { createSeal, createVault } from '@render/vault'
import { Counter } from 'prom-client'
import type { Config } from './config.ts'
import { createDatabase } from './database.ts'
import { openPlansFile } from './plans/plans-file.ts'
import { createSealProxies } from './seal-proxies.ts'
import { createAuth } from './sign-in/create-auth.ts'
import { createMailer } from './sign-in/create-mailer.ts'

export type ManagementContext = Awaited<ReturnType<typeof createContext>>

/** What the parts of the service work with; disposing closes it in reverse. */
export async function createContext(config: Config) {
  await using resources = new AsyncDisposableStack()
  const logger = createLogger('management', config.LOG_LEVEL)
  const metrics = createMetrics('management')
  const plansFile = await openPlansFile(config.PLANS_FILE)
  const database = resources.use(createDatabase(config.DATABASE_URL))
  const redis = connectImpatiently(config.REDIS_URL)
  resources.defer(() => redis.disconnect())
  const patientRedis = connectPatiently(config.REDIS_URL)
  resources.defer(() => patientRedis.disconnect())
  await untilReady(redis)
  if (!config.DEVELOPMENT_REDIS) await requireDurableRedis(redis)
  const finder = resources.use(createRenderFinder(redis))
  const sweeps = resources.use(createSweepScheduler(redis))
  const webhooks = resources.use(createWebhookQueue(redis))
  const vault = createVault(config.VAULT_KEYS)
  const sealToWorkers = createSeal(config.WORKER_PUBLIC_KEY)
  const sealToDispatcher = createSeal(config.DISPATCHER_PUBLIC_KEY)
  const publicUrl = config.MANAGEMENT_PUBLIC_URL
  const trustedOrigins = [new URL(publicUrl).origin, ...config.TRUSTED_ORIGINS]
  const sendMail = resources.use(
    createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, logger }),
  ).send
  const auth = createAuth({
    database,
    vault,
    redis,
    logger,
    sendMail,
    publicUrl,
    trustedOrigins,
    secret: config.AUTH_SECRET,
    defaultPlan: config.DEFAULT_PLAN,
  })
  const egress = createEgress({
    allow: config.EGRESS_ALLOW,
    ownListeners: knownListeners({
      named: config.OWN_LISTENERS,
      here: [
        { host: config.HOST, port: config.PORT },
        { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT },
        { host: config.METRICS_HOST, port: config.METRICS_PORT },
      ],
      asked: [config.REDIS_URL, config.DATABASE_URL],
    }),
    dnsServers: config.DNS_SERVERS,
  })
  const owned = resources.move()

  return {
    logger,
    metrics,
    plansFile,
    database,
    redis,
    patientRedis,
    finder,
    sweeps,
    webhooks,
    batches: createBatches(redis),
    vault,
    sealToDispatcher,
    sealProxies: createSealProxies({ vault, sealToWorkers, logger }),
    /** For addresses that strangers gave us. */
    http: createHttpClient(egress),
    artefactUrl: config.ARTEFACT_URL,
    publicUrl,
    sendMail,
    auth,
    trustedOrigins,
    trustProxy: config.TRUST_PROXY,
    tokens: {
      gateway: config.GATEWAY_TOKEN,
      dispatcher: config.DISPATCHER_TOKEN,
      operator: config.OPERATOR_TOKEN,
    },
    counters: {
      written: new Counter({
        name: 'management_records_written_total',
        help: 'Renders recorded, by how they ended.',
        labelNames: ['status'],
        registers: [metrics],
      }),
      lost: new Counter({
        name: 'management_records_lost_total',
        help: 'Records given up because the database refused them; any is a reason to look.',
        registers: [metrics],
      }),
      queueLost: new Counter({
        name: 'management_queue_lost_total',
        help: 'Times that Redis was found without the data it had; any is a reason to look.',
        registers: [metrics],
      }),
      reportsLost: new Counter({
        name: 'management_reports_lost_total',
        help: 'Reports of deliveries given up because the database refused them; any is a reason to look.',
        registers: [metrics],
      }),
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
