import { assemble } from '@render/async'
import { listen, listenForMetrics, observeRequests } from '@render/http'
import { createWorker, isReady } from '@render/jobs'
import { refuseRequest } from './api/answer-api-error.ts'
import { createPublicApp } from './app.ts'
import type { ManagementConfig } from './config.ts'
import { createContext, RECORDS_AT_ONCE, REPORTS_AT_ONCE, type ManagementContext } from './context.ts'
import { everyHour } from './periodic-tasks/repeat.ts'
import { createInternalApp } from './internal/internal-app.ts'
import { watchPlans } from './plans/watch-plans.ts'
import { createRecordDelivery } from './deliveries/record-delivery.ts'
import { createRecordRender } from './renders/record-render.ts'
import { resealSecrets } from './database/reseal-secrets.ts'
import { scheduleSweeps } from './periodic-tasks/schedule-sweeps.ts'
import { sweepSignIn } from './sign-in/sweep-sign-in.ts'
import { sweepRecords } from './periodic-tasks/sweep-records.ts'
import { watchQueueMemory } from './periodic-tasks/watch-queue-memory.ts'
import { watchDataLoss } from './periodic-tasks/watch-data-loss.ts'
import { writeBackoffMs } from './database/write-with-retries.ts'

/** Time for running jobs to finish at shutdown; jobs that wait for the database return to the queue. */
const DRAIN_MS = 3000

/** Starts the service. Disposing it stops its parts in reverse order. */
export function startService(config: ManagementConfig) {
  return assemble(async (parts) => {
    const context = parts.use(await createContext(config))
    const { logger, registry, metricsAddress, database, redis } = context
    const workers = startWorkers(context).map((worker) => parts.use(worker))
    for (const task of startPeriodicTasks(context, config)) parts.use(task)
    let accepting = false
    const readiness = async () => ({
      postgres: await database.isUp(),
      redis: (await isReady(redis)) && workers.every((worker) => worker.isRunning()),
      accepting,
    })
    const metricsListener = parts.use(
      await listenForMetrics(metricsAddress, { metrics: registry, readiness, log: logger }),
    )
    const observe = observeRequests({ metrics: registry, log: logger })
    const internal = { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT }
    parts.use(
      await listen(createInternalApp({ ...context, database: context.internalDatabase }, observe), internal),
    )
    const publicApp = createPublicApp(context, { publicUrl: context.publicUrl, readiness, observe })
    const at = { host: config.HOST, port: config.PORT }
    const settings = {
      lameDuckMs: config.LAME_DUCK_MS,
      maxConnections: config.MAX_CONNECTIONS,
      refuse: refuseRequest,
      log: logger,
    }
    // Stops first, so that the internal API accepts requests during the lame duck time too.
    parts.use(await listen(publicApp, at, settings))
    accepting = true
    parts.defer(() => {
      accepting = false
    })
    logger.info({ ...at, internalPort: internal.port, metricsPort: metricsListener.port }, 'started')
    return { logger, metricsPort: metricsListener.port }
  })
}

function startWorkers(context: ManagementContext) {
  const { blockingRedis, logger } = context
  const queueContext = { ...context, database: context.queueDatabase }
  const settings = { backoff: writeBackoffMs, drainMs: DRAIN_MS, log: logger }
  return [
    createWorker('records', blockingRedis, createRecordRender(queueContext), {
      concurrency: RECORDS_AT_ONCE,
      ...settings,
    }),
    createWorker('deliveries', blockingRedis, createRecordDelivery(queueContext), {
      concurrency: REPORTS_AT_ONCE,
      ...settings,
    }),
  ]
}

function startPeriodicTasks(context: ManagementContext, config: ManagementConfig): Disposable[] {
  const { sweeps, logger } = context
  const reseal = async (signal: AbortSignal) => void (await resealSecrets(context, signal))
  return [
    scheduleSweeps({ sweeps, artefactDays: config.ARTEFACT_DAYS, logger }),
    sweepSignIn(context),
    everyHour(reseal, { logger, failure: 'secrets not resealed with the newest key' }),
    sweepRecords(context, {
      records: config.RECORD_DAYS,
      reports: config.REPORT_DAYS,
      auditEntries: config.AUDIT_DAYS,
      unconfirmedUsers: config.UNCONFIRMED_DAYS,
    }),
    watchPlans(context),
    watchDataLoss(context),
    watchQueueMemory(context),
  ]
}
