import type { Registry } from 'prom-client'
import { answerError, answerNotFound } from './answer-error.ts'
import { createApp } from './create-app.ts'
import { healthRoutes, type Readiness, type ServiceInfo } from './health.ts'
import { listen, type Listener } from './listen.ts'
import { mountRoutes } from './route.ts'

/** Starts the metrics listener with `/health`, `/ready` and `/metrics` (Prometheus). */
export function listenForMetrics(
  at: { host: string; port: number },
  { metrics, readiness, info }: { metrics: Registry; readiness: Readiness; info?: ServiceInfo },
): Promise<Listener> {
  const app = createApp()
  mountRoutes(app, healthRoutes(readiness, info))
  app.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.metrics()))
  app.use(answerNotFound, answerError({ error: () => {} }))
  return listen(app, at)
}
