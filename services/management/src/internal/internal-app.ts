import { answerError, answerNotFound, createApp, mountRoutes } from '@render/http'
import type { Express, RequestHandler } from 'express'
import type { ManagementContext } from '../context.ts'
import { maintenanceRoute } from './maintenance-route.ts'
import { organisationRoute } from './organisation-route.ts'
import { planRoute, plansRoute } from './plan-routes.ts'
import { reportRoute } from './report-route.ts'
import {
  accountChangesRoute,
  accountRoute,
  batchRoute,
  recordRoute,
  secretKeysRoute,
  webhookSecretsRoute,
} from './service-routes.ts'

/** Builds the API for the other services and for operators, on a listener of its own. */
export function createInternalApp(context: ManagementContext, observe: RequestHandler): Express {
  const app = createApp()
  app.use(observe)
  const forServices = [
    accountRoute,
    accountChangesRoute,
    secretKeysRoute,
    recordRoute,
    batchRoute,
    webhookSecretsRoute,
  ]
  const forOperators = [organisationRoute, reportRoute, plansRoute, planRoute, maintenanceRoute]
  mountRoutes(
    app,
    [...forServices, ...forOperators].map((route) => route(context)),
  )
  app.use(answerNotFound, answerError(context.logger))
  return app
}
