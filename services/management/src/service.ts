import { listen, listenForOps, observeRequests } from '@render/http'
import { createWorker, isReady } from '@render/jobs'
import { printable, readConfig } from '@render/runtime'
import { createPublicApp } from './app.ts'
import { environment } from './config.ts'
import { createContext } from './context.ts'
import { createInternalApp } from './internal/internal-app.ts'
import { createRecordRender, recordBackoffMs } from './record-render.ts'
import { scheduleSweeps } from './schedule-sweeps.ts'

const RECORDS_AT_ONCE = 8
/** How long records under way may take at the stop; those that wait for the database are handed back. */
const DRAIN_MS = 3000

/** Builds the service in order; disposing takes it down in reverse. */
export async function startService() {
  const config = readConfig(environment)
  await using resources = new AsyncDisposableStack()
  const context = resources.use(await createContext(config))
  const { logger, metrics, database, redis, patientRedis, sweeps } = context
  logger.info({ config: printable(environment, config) }, 'starting')

  const worker = resources.use(
    createWorker('records', patientRedis, createRecordRender(context), {
      concurrency: RECORDS_AT_ONCE,
      backoff: recordBackoffMs,
      drainMs: DRAIN_MS,
      log: logger,
    }),
  )
  resources.use(scheduleSweeps({ sweeps, artefactDays: config.ARTEFACT_DAYS, logger }))
  const observe = observeRequests({ metrics, log: logger })
  const internal = { host: config.INTERNAL_HOST, port: config.INTERNAL_PORT }
  resources.use(await listen(createInternalApp(context, observe), internal))
  const ops = { host: config.METRICS_HOST, port: config.METRICS_PORT }
  const readiness = async () => ({
    postgres: await database.isUp(),
    redis: (await isReady(redis)) && worker.isRunning(),
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
