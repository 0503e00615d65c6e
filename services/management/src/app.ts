import {
  answerError,
  answerNotFound,
  createApp,
  healthRoutes,
  mountRoutes,
  type Readiness,
} from '@render/http'
import type { Express, RequestHandler } from 'express'
import type { ManagementContext } from './context.ts'
import { welcome } from './routes/welcome.ts'

interface PublicSettings {
  /** Base of the addresses in answers. */
  publicUrl: string
  readiness: Readiness
  observe: RequestHandler
}

/** The Management API. */
export function createPublicApp(
  { logger }: Pick<ManagementContext, 'logger'>,
  { publicUrl, readiness, observe }: PublicSettings,
): Express {
  const app = createApp()
  app.use(observe)
  mountRoutes(app, [welcome(publicUrl), ...healthRoutes(readiness)])
  app.use(answerNotFound, answerError(logger))
  return app
}
