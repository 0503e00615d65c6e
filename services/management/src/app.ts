import { answerError, answerNotFound, createApp, mountRoutes } from '@render/http'
import type { Express, RequestHandler } from 'express'
import type { ManagementContext } from './context.ts'
import { getHealth } from './routes/get-health.ts'

/** The Management API. */
export function createPublicApp(
  { logger }: Pick<ManagementContext, 'logger'>,
  observe: RequestHandler,
): Express {
  const app = createApp()
  app.use(observe)
  mountRoutes(app, [getHealth])
  app.use(answerNotFound, answerError(logger))
  return app
}
