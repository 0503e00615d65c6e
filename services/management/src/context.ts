import { assemble } from '@render/async'
import {
  connectFailFast,
  createBatches,
  createRenderFinder,
  createSweepScheduler,
  createWebhookQueue,
  untilReady,
} from '@render/jobs'
import { createHttpClient } from '@render/net'
import { createOptions } from '@render/options'
import { createBase, optionLimits } from '@render/service'
import { createSeal, createVault, createVerifyJob } from '@render/vault'
import { createChangeAnnouncer } from './accounts/announce-changes.ts'
import { limitRequests } from './api/limit-requests.ts'
import { environment, type ManagementConfig } from './config.ts'
import { createSealForWorker } from './credentials/seal-for-worker.ts'
import { openDatabase } from './database/database.ts'
import { createManagementMetrics } from './metrics.ts'
import { openPlansFile } from './plans/plans-file.ts'
import { createAuth } from './sign-in/create-auth.ts'
import { createMailer } from './sign-in/create-mailer.ts'

export const RECORDS_AT_ONCE = 8
export const REPORTS_AT_ONCE = 4
const JOBS_AT_ONCE = RECORDS_AT_ONCE + REPORTS_AT_ONCE
const INTERNAL_CONNECTIONS = 8

export type ManagementContext = Awaited<ReturnType<typeof createContext>>

/** Builds the dependencies of the service; disposing closes them in reverse order. */
export function createContext(config: ManagementConfig) {
  return assemble(async (parts) => {
    const base = parts.use(
      await createBase('management', {
        environment,
        config,
        listeners: [
          { host: config.HOST, port: config.PORT },
          { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT },
        ],
        peers: [config.DATABASE_URL],
      }),
    )
    const { logger, registry } = base
    const plansFile = await openPlansFile(config.PLANS_FILE)
    const database = parts.use(openDatabase(config.DATABASE_URL))
    const internalDatabase = parts.use(
      openDatabase(config.DATABASE_URL, { connections: INTERNAL_CONNECTIONS }),
    )
    const queueDatabase = parts.use(openDatabase(config.DATABASE_URL, { connections: JOBS_AT_ONCE }))
    const redis = parts.adopt(connectFailFast(config.REDIS_URL), (redis) => redis.disconnect())
    await untilReady(redis)
    const vault = createVault(config.VAULT_KEYS)
    const sealToWorkers = createSeal(config.WORKER_PUBLIC_KEY)
    const { MANAGEMENT_PUBLIC_URL: publicUrl, AUTH_SECRET: secret } = config
    const trustedOrigins = [new URL(publicUrl).origin, ...config.TRUSTED_ORIGINS]
    const mailer = { smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, logger }
    const sendMail = parts.use(createMailer(mailer)).send
    const signIn = {
      database,
      vault,
      redis,
      logger,
      sendMail,
      publicUrl,
      trustedOrigins,
      secret,
      signUp: config.SIGN_UP,
      defaultPlan: config.DEFAULT_PLAN,
    }

    return {
      ...base,
      plansFile,
      database,
      /** For the internal API, which gateways wait for: slow requests of users take none of its connections. */
      internalDatabase,
      /** For records and reports of deliveries. */
      queueDatabase,
      redis,
      announcer: parts.use(createChangeAnnouncer(redis)),
      finder: parts.use(createRenderFinder(redis)),
      sweeps: parts.use(createSweepScheduler(redis)),
      webhooks: parts.use(createWebhookQueue(redis)),
      batches: createBatches(redis),
      vault,
      sealToDispatcher: createSeal(config.DISPATCHER_PUBLIC_KEY),
      sealForWorker: createSealForWorker({ vault, sealToWorkers, logger }),
      /** Client for addresses that users supply. */
      http: createHttpClient(base.egress),
      azureEndpoint: config.AZURE_BLOB_ENDPOINT,
      artefactUrl: config.ARTEFACT_URL,
      receiversNeedTls: config.WEBHOOK_HTTPS_ONLY,
      replaceDefaults: createOptions(optionLimits(config)).replaceDefaults,
      publicUrl,
      sendMail,
      signUp: config.SIGN_UP,
      auth: createAuth(signIn),
      trustedOrigins,
      trustProxy: config.TRUST_PROXY,
      requestLimit: limitRequests({
        ofCaller: config.REQUESTS_PER_MINUTE,
        ofClient: config.UNAUTHENTICATED_PER_MINUTE,
      }),
      /** Whether a gateway made a record's job. */
      verifyRecord: createVerifyJob(config.GATEWAY_TOKEN),
      tokens: {
        gateway: config.GATEWAY_TOKEN,
        dispatcher: config.DISPATCHER_TOKEN,
        operator: config.OPERATOR_TOKEN,
      },
      metrics: createManagementMetrics(registry),
    }
  })
}
