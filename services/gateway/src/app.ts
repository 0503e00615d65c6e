import { RenderError } from '@render/errors'
import { answerError, answerNotFound, createApp, mountRoutes, observeRequests } from '@render/http'
import type { Express, RequestHandler } from 'express'
import { hostname } from 'node:os'
import type { GatewayContext } from './context.ts'
import { routesOf } from './routes/endpoint.ts'
import { endpoints } from './routes/endpoints.ts'

/** Size of the longest path and query. */
export const MAX_TARGET_BYTES = 32 * 1024

/** Creates the Express application of the Render API. */
export function createGatewayApp(context: GatewayContext): Express {
  const app = createApp(context)
  app.use(setHostHeader, observeRequests({ metrics: context.registry, log: context.logger }), limitTarget)
  mountRoutes(app, routesOf(endpoints, context))
  app.use(answerNotFound, answerError(context.logger))
  return app
}

const limitTarget: RequestHandler = (req, _res, next) =>
  next(req.originalUrl.length > MAX_TARGET_BYTES ? new RenderError('TargetTooLong') : undefined)

const setHostHeader: RequestHandler = (_req, res, next) => {
  res.setHeader('x-service-accepted-by', hostname())
  next()
}
