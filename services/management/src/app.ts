import {
  answerNotFound,
  createApp,
  healthRoutes,
  mountRoutes,
  type Readiness,
  type Route,
} from '@render/http'
import type { Express, RequestHandler } from 'express'
import { answerApiError } from './api/answer-api-error.ts'
import { describeApi } from './api/describe-api.ts'
import { endpoints } from './api/endpoints.ts'
import { BASE, mountEndpoints } from './api/mount-endpoints.ts'
import type { ManagementContext } from './context.ts'
import { authRoutes } from './sign-in/auth-routes.ts'
import { refuseCrossSite } from './sign-in/refuse-cross-site.ts'
import { welcome } from './routes/welcome.ts'

interface PublicSettings {
  /** Base of the addresses in answers. */
  publicUrl: string
  readiness: Readiness
  observe: RequestHandler
}

/** The Management API. */
export function createPublicApp(
  context: ManagementContext,
  { publicUrl, readiness, observe }: PublicSettings,
): Express {
  const app = createApp({ trustProxy: context.trustProxy })
  app.use(observe, refuseCrossSite(context.trustedOrigins))
  const described = readDocument(describeApi(endpoints, publicUrl))
  const routes = mountEndpoints(endpoints, context)
  mountRoutes(app, [
    welcome(publicUrl),
    ...healthRoutes(readiness),
    described,
    ...authRoutes(context),
    ...routes,
  ])
  app.use(answerNotFound, answerApiError(context.logger))
  return app
}

function readDocument(document: object): Route {
  return {
    name: 'openapi',
    paths: [`${BASE}/openapi.json`],
    handlers: { get: [(_req, res) => void res.json(document)] },
  }
}
