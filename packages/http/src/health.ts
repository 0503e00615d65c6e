import type { RequestHandler } from 'express'
import type { Route } from './route.ts'

/** Returns whether each dependency of a service is available; a service is ready when all are. */
export type Readiness = () => Promise<Record<string, boolean>> | Record<string, boolean>

/** Information about the running service that `/ready` shows, without an influence on its status. */
export type ServiceInfo = Record<string, string>

/** Routes of `/health` (alive) and `/ready` (can work). */
export function healthRoutes(readiness: Readiness, info?: ServiceInfo): Route[] {
  return [
    { name: 'health', paths: ['/health'], isFrequent: true, handlers: { get: [answerHealth] } },
    {
      name: 'ready',
      paths: ['/ready'],
      isFrequent: true,
      handlers: { get: [answerReadiness(readiness, info)] },
    },
  ]
}

/** Answers 200 while the process is alive. */
export const answerHealth: RequestHandler = (_req, res) => void res.json({ status: 'ok' })

/** Answers 200 when the service can work, 503 otherwise, with the state of each part. */
export function answerReadiness(readiness: Readiness, info?: ServiceInfo): RequestHandler {
  return async (_req, res) => {
    const parts = await readiness()
    const ready = Object.values(parts).every(Boolean)
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', parts, facts: info })
  }
}
