import type { Registry } from 'prom-client'
import { answerError, answerNotFound } from './answer-error.ts'
import { createApp } from './create-app.ts'
import { listen, type Listener } from './listen.ts'
import { mountRoutes, type Route } from './route.ts'

/** Names of what a service needs and whether each is there; all true means ready. */
export type Readiness = () => Promise<Record<string, boolean>> | Record<string, boolean>

/** How a service does its work where that depends on the machine: told by `/ready`, without an influence on it. */
export type Facts = Record<string, string>

/** `/health` (alive) and `/ready` (can work). */
export function healthRoutes(readiness: Readiness, facts?: Facts): Route[] {
  return [
    {
      name: 'health',
      paths: ['/health'],
      handlers: { get: [(_req, res) => void res.json({ status: 'ok' })] },
    },
    {
      name: 'ready',
      paths: ['/ready'],
      handlers: {
        get: [
          async (_req, res) => {
            const parts = await readiness()
            const ready = Object.values(parts).every(Boolean)
            res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', parts, facts })
          },
        ],
      },
    },
  ]
}

/** The internal listener of every service: `/health`, `/ready` and `/metrics` (Prometheus). */
export function listenForOps(
  at: { host: string; port: number },
  { metrics, readiness, facts }: { metrics: Registry; readiness: Readiness; facts?: Facts },
): Promise<Listener> {
  const app = createApp()
  mountRoutes(app, healthRoutes(readiness, facts))
  app.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.metrics()))
  app.use(answerNotFound, answerError({ error: () => {} }))
  return listen(app, at)
}
