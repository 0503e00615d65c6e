import { listen, listenForOps, observeRequests } from '@render/http'
import { createWorker, isReady } from '@render/jobs'
import { printable, readConfig } from '@render/runtime'
import { createPublicApp } from './app.ts'
import { environment } from './config.ts'
import { createContext } from './context.ts'
import { everyHour } from './every-hour.ts'
import { createInternalApp } from './internal/internal-app.ts'
import { watchPlans } from './plans/watch-plans.ts'
import { createRecordDelivery } from './record-delivery.ts'
import { createRecordRender } from './record-render.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { scheduleSweeps } from './schedule-sweeps.ts'
import { sweepSignIn } from './sign-in/sweep-sign-in.ts'
import { sweepRecords } from './sweep-records.ts'
import { watchQueueMemory } from './watch-queue-memory.ts'
import { watchQueue } from './watch-queue.ts'
import { writeBackoffMs } from './write-patiently.ts'

const RECORDS_AT_ONCE = 8
const REPORTS_AT_ONCE = 4
/** How long what is under way may take at the stop; what waits for the database is handed back. */
const DRAIN_MS = 3000

/** Builds the service in order; disposing takes it down in reverse. */
export async function startService() {
  const config = readConfig(environment)
  await using resources = new AsyncDisposableStack()
  const context = resources.use(await createContext(config))
  const { logger, metrics, database, redis, patientRedis, sweeps } = context
  logger.info({ config: printable(environment, config) }, 'starting')

  const settings = { backoff: writeBackoffMs, drainMs: DRAIN_MS, log: logger }
  const workers = [
    createWorker('records', patientRedis, createRecordRender(context), {
      concurrency: RECORDS_AT_ONCE,
      ...settings,
    }),
    createWorker('deliveries', patientRedis, createRecordDelivery(context), {
      concurrency: REPORTS_AT_ONCE,
      ...settings,
    }),
  ].map((worker) => resources.use(worker))
  resources.use(scheduleSweeps({ sweeps, artefactDays: config.ARTEFACT_DAYS, logger }))
  resources.use(sweepSignIn(context))
  const reseal = async (signal: AbortSignal) => void (await resealSecrets(context, signal))
  resources.use(everyHour(reseal, { logger, failure: 'secrets not sealed with the newest key' }))
  resources.use(
    sweepRecords(context, {
      records: config.RECORD_DAYS,
      reports: config.REPORT_DAYS,
      auditEntries: config.AUDIT_DAYS,
      unconfirmedUsers: config.UNCONFIRMED_DAYS,
    }),
  )
  resources.use(watchPlans(context))
  resources.use(watchQueue(context))
  resources.use(watchQueueMemory(context))
  const observe = observeRequests({ metrics, log: logger })
  const internal = { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT }
  resources.use(await listen(createInternalApp(context, observe), internal))
  const ops = { host: config.METRICS_HOST, port: config.METRICS_PORT }
  const readiness = async () => ({
    postgres: await database.isUp(),
    redis: (await isReady(redis)) && workers.every((worker) => worker.isRunning()),
  })
  const publicApp = createPublicApp(context, {
    publicUrl: config.MANAGEMENT_PUBLIC_URL,
    readiness,
    observe,
  })
  resources.use(await listen(publicApp, { host: config.HOST, port: config.PORT }))
  resources.use(await listenForOps(ops, { metrics, readiness }))

  logger.info('started')
  const owned = resources.move()
  return { logger, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
