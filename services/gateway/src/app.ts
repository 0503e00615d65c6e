import { answerError, answerNotFound, createApp, mountRoutes, observeRequests } from '@render/http'
import type { Express, RequestHandler } from 'express'
import { hostname } from 'node:os'
import type { GatewayContext } from './context.ts'
import { routesOf } from './routes/endpoint.ts'
import { endpoints } from './routes/endpoints.ts'

/** Creates the Express application of the Render API. */
export function createGatewayApp(context: GatewayContext): Express {
  const app = createApp(context)
  app.use(setHostHeader, observeRequests({ metrics: context.registry, log: context.logger }))
  mountRoutes(app, routesOf(endpoints, context))
  app.use(answerNotFound, answerError(context.logger))
  return app
}

const setHostHeader: RequestHandler = (_req, res, next) => {
  res.setHeader('x-service-accepted-by', hostname())
  next()
}
