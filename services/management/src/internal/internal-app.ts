import { answerError, answerNotFound, createApp, mountRoutes } from '@render/http'
import type { Express, RequestHandler } from 'express'
import type { ManagementContext } from '../context.ts'
import { getAccount } from './get-account.ts'
import { getRecord } from './get-record.ts'
import { getWebhookSecrets } from './get-webhook-secrets.ts'

/** The API for the other services, on a listener of its own. */
export function createInternalApp(context: ManagementContext, observe: RequestHandler): Express {
  const app = createApp()
  app.use(observe)
  mountRoutes(app, [getAccount(context), getRecord(context), getWebhookSecrets(context)])
  app.use(answerNotFound, answerError(context.logger))
  return app
}
