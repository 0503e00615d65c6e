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
import { openApiDocument } from './api/openapi-document.ts'
import { BASE, routesOf } from './api/routes-of.ts'
import type { ManagementContext } from './context.ts'
import { endpoints } from './endpoints.ts'
import { authRoutes } from './sign-in/auth-routes.ts'
import { rejectCrossSite } from './sign-in/reject-cross-site.ts'

interface PublicSettings {
  /** Base of the addresses in answers. */
  publicUrl: string
  readiness: Readiness
  observe: RequestHandler
}

/** Builds the app of the Management API. */
export function createPublicApp(
  context: ManagementContext,
  { publicUrl, readiness, observe }: PublicSettings,
): Express {
  const app = createApp({ trustProxy: context.trustProxy })
  app.use(observe, rejectCrossSite(context.trustedOrigins))
  mountRoutes(app, [
    jsonRoute('welcome', '/', { service: 'management', apiUrl: publicUrl + BASE }),
    jsonRoute('openapi', `${BASE}/openapi.json`, openApiDocument(endpoints, publicUrl)),
    ...healthRoutes(readiness),
    ...authRoutes(context),
    ...routesOf(endpoints, context),
  ])
  app.use(answerNotFound, answerApiError(context.logger))
  return app
}

function jsonRoute(name: string, path: string, body: object): Route {
  return { name, paths: [path], handlers: { get: [(_req, res) => void res.json(body)] } }
}
