import type { Express } from 'express'
import { Registry } from 'prom-client'
import {
  answerError,
  answerNotFound,
  createApp,
  listen,
  mountRoutes,
  observeRequests,
  type Route,
} from '../src/index.ts'
import type { AppSettings } from '../src/create-app.ts'

/** Starts a listener with the given routes and collects its log. */
export async function serve(
  routes: Route[],
  prepare: (app: Express) => void = () => {},
  settings?: AppSettings,
) {
  const logged: { level: string; details: Record<string, unknown>; message: string }[] = []
  const at = (level: string) => (details: object, message: string) =>
    void logged.push({ level, details: details as Record<string, unknown>, message })
  const log = { error: at('error'), info: at('info'), debug: at('debug') }
  const metrics = new Registry()
  const app = createApp(settings)
  app.use(observeRequests({ metrics, log }))
  prepare(app)
  mountRoutes(app, routes)
  app.use(answerNotFound, answerError(log))
  const listener = await listen(app, { host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${listener.port}`,
    logged,
    metrics,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

/** Status and parsed body of one request. */
export async function ask(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init)
  const text = await response.text()
  const body = (text ? JSON.parse(text) : undefined) as { error?: { code: string; message: string } }
  return { status: response.status, headers: response.headers, body, code: body?.error?.code }
}
