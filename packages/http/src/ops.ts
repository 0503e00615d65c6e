import type { Registry } from 'prom-client'
import { createApp } from './create-app.ts'
import { listen, type Listener } from './listen.ts'

/** Names of what a service needs and whether each is there; all true means ready. */
export type Readiness = () => Promise<Record<string, boolean>> | Record<string, boolean>

/** The internal listener of every service: `/health` (alive), `/ready` (can work) and `/metrics` (Prometheus). */
export function listenForOps(
  at: { host: string; port: number },
  { metrics, readiness }: { metrics: Registry; readiness: Readiness },
): Promise<Listener> {
  const app = createApp()
  app.get('/health', (_req, res) => void res.json({ status: 'ok' }))
  app.get('/ready', async (_req, res) => {
    const parts = await readiness()
    const ready = Object.values(parts).every(Boolean)
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', parts })
  })
  app.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.metrics()))
  return listen(app, at)
}
