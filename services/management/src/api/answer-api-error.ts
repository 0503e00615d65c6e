import { headerText, type RefuseRequest } from '@render/http'
import { describeCause, type Logger } from '@render/runtime'
import type { ErrorRequestHandler } from 'express'
import { toApiError, type ApiCode, type ApiError, type FieldError } from './api-error.ts'
import type { Caller } from './identify-caller.ts'

/** The JSON body of every error of the Management API. */
interface ApiErrorBody {
  /** Always false: clients with typed errors read it, and no endpoint declares errors of its own. */
  defined: false
  code: ApiCode
  status: number
  message: string
  data?: FieldError[]
}

interface Locals {
  requestId?: string
  route?: string
  /** Set once the caller is authenticated and has the endpoint's permission. */
  caller?: Caller
}

/**
 * Writes the errors of the Management API. Causes go to the log, never to the caller. Requests for resources that do not
 * exist are logged with their caller, because such resources may belong to another organisation.
 */
export function answerApiError(logger: Pick<Logger, 'warn' | 'error'>): ErrorRequestHandler {
  return (thrown, _req, res, _next) => {
    const error = toApiError(thrown)
    const { code, status, message, retryAfterSeconds } = error
    const { requestId, route, caller } = res.locals as Locals
    res.locals.code = code
    if (status >= 500 && error.cause !== undefined)
      logger.error({ requestId, code, cause: describeCause(error.cause) }, 'request failed')
    if (code === 'NOT_FOUND' && caller) {
      const { organisationId, userId, keyId } = caller
      logger.warn({ requestId, route, organisationId, userId, keyId }, 'resource not found')
    }
    if (res.headersSent) return void res.destroy()
    if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds))
    if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('x-service-error-message', headerText(message))
    res.status(status).json(bodyOf(error))
  }
}

/** Makes the answer to a request that cannot be read. */
export const refuseRequest: RefuseRequest = (thrown) => {
  const error = toApiError(thrown)
  return { status: error.status, body: bodyOf(error) }
}

function bodyOf({ code, status, message, data }: ApiError): ApiErrorBody {
  return { defined: false, code, status, message, ...(data && { data }) }
}
