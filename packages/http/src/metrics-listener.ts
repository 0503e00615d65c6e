import type { Registry } from 'prom-client'
import { answerError, answerNotFound, type ErrorLog } from './answer-error.ts'
import { createApp } from './create-app.ts'
import { healthRoutes, type Readiness, type ServiceInfo } from './health.ts'
import { listen, type Listener } from './listen.ts'
import { mountRoutes } from './route.ts'

interface MetricsSettings {
  metrics: Registry
  readiness: Readiness
  info?: ServiceInfo
  /** Gets a line when readiness or metrics cannot be determined. */
  log: ErrorLog
}

/** Starts the metrics listener with `/health`, `/ready` and `/metrics` (Prometheus). */
export function listenForMetrics(
  at: { host: string; port: number },
  { metrics, readiness, info, log }: MetricsSettings,
): Promise<Listener> {
  const app = createApp()
  mountRoutes(app, healthRoutes(readiness, info))
  app.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.metrics()))
  app.use(answerNotFound, answerError(log))
  return listen(app, at)
}
