import { describeCause, headerText } from '@render/http'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from '@render/runtime'
import type { Caller } from './identify-caller.ts'
import { toApiError, type ApiCode, type Complaint } from './api-error.ts'

/** The JSON form of every error of the Management API. */
interface ApiErrorBody {
  /** For clients that know errors of their own declaration; none of these is one. */
  defined: false
  code: ApiCode
  status: number
  message: string
  data?: Complaint[]
}

interface Locals {
  requestId?: string
  route?: string
  /** Where it is known who asks. */
  caller?: Caller
}

const RETRY_AFTER_SECONDS = 2

/**
 * Writes the errors of the Management API. Causes go to the log, never to the caller; and so does who asks for what is not
 * there, because it may be somebody else's.
 */
export function answerApiError(logger: Pick<Logger, 'warn' | 'error'>): ErrorRequestHandler {
  return (thrown, _req, res, _next) => {
    const error = toApiError(thrown)
    const { code, status, message, data } = error
    const { requestId, route, caller } = res.locals as Locals
    res.locals.code = code
    if (status >= 500 && error.cause !== undefined)
      logger.error({ requestId, code, cause: describeCause(error.cause) }, 'request failed')
    if (code === 'NOT_FOUND' && caller) {
      const { organisationId, userId, keyId } = caller
      logger.warn(
        { requestId, route, organisationId, userId, keyId },
        'what is not there, or not theirs, was asked for',
      )
    }
    if (res.headersSent) return void res.destroy()
    if (status === 503) res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS))
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('x-service-error-message', headerText(message))
    const body: ApiErrorBody = { defined: false, code, status, message, ...(data && { data }) }
    res.status(status).json(body)
  }
}
