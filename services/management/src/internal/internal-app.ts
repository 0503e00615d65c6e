import { answerError, answerNotFound, createApp, mountRoutes } from '@render/http'
import type { Express, RequestHandler } from 'express'
import type { ManagementContext } from '../context.ts'
import { getAccount } from './get-account.ts'
import { getBatch } from './get-batch.ts'
import { getRecord } from './get-record.ts'
import { getWebhookSecrets } from './get-webhook-secrets.ts'
import { listStoredPlans } from './list-plans.ts'
import { maintenance } from './maintenance.ts'
import { patchOrganisation } from './patch-organisation.ts'
import { patchReport } from './patch-report.ts'
import { putPlan } from './put-plan.ts'

/** The API for the other services and for operators, on a listener of its own. */
export function createInternalApp(context: ManagementContext, observe: RequestHandler): Express {
  const app = createApp()
  app.use(observe)
  const forServices = [getAccount, getRecord, getBatch, getWebhookSecrets]
  const forOperators = [patchOrganisation, patchReport, listStoredPlans, putPlan, maintenance]
  mountRoutes(
    app,
    [...forServices, ...forOperators].map((route) => route(context)),
  )
  app.use(answerNotFound, answerError(context.logger))
  return app
}
