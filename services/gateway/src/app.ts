import type { Express, RequestHandler } from 'express'
import {
  answerError,
  answerNotFound,
  createApp,
  healthRoutes,
  mountRoutes,
  observeRequests,
  type Route,
} from '@render/http'
import { hostname } from 'node:os'
import type { GatewayContext } from './context.ts'
import { botDirectory } from './routes/bot-directory.ts'
import { continueWait } from './routes/continue-wait.ts'
import { createAsync } from './routes/create-async.ts'
import { createBatch } from './routes/create-batch.ts'
import { createSync } from './routes/create-sync.ts'
import { explainOption } from './routes/explain-option.ts'
import { listOptions } from './routes/list-options.ts'
import { readArtefact } from './routes/read-artefact.ts'
import { readBatch } from './routes/read-batch.ts'
import { readEvents } from './routes/read-events.ts'
import { readOpenapi } from './routes/read-openapi.ts'
import { readStatus } from './routes/read-status.ts'
import { readUsage } from './routes/read-usage.ts'
import { welcome } from './routes/welcome.ts'

/** Everything that the Render API answers. The first route that knows a path takes it. */
export function routes(context: GatewayContext): Route[] {
  return [
    createSync(context),
    ...createAsync(context),
    createBatch(context),
    readBatch(context),
    readStatus(context),
    readEvents(context),
    continueWait(context),
    readArtefact(context),
    ...readUsage(context),
    listOptions(context),
    explainOption(context),
    botDirectory(context),
    welcome(context),
    ...healthRoutes(context.readiness),
  ]
}

export function createGatewayApp(context: GatewayContext): Express {
  const app = createApp(context)
  app.use(tellWho, observeRequests({ metrics: context.metrics, log: context.logger }))
  const described = routes(context)
  mountRoutes(app, [...described, readOpenapi(described, context)])
  app.use(answerNotFound, answerError(context.logger))
  return app
}

const tellWho: RequestHandler = (_req, res, next) => {
  res.setHeader('x-service-accepted-by', hostname())
  next()
}
