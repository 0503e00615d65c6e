import { describeCause, headerText } from '@render/http'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from '@render/runtime'
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

const RETRY_AFTER_SECONDS = 2

/** Writes the errors of the Management API; causes go to the log, never to the caller. */
export function answerApiError(logger: Pick<Logger, 'error'>): ErrorRequestHandler {
  return (thrown, _req, res, _next) => {
    const error = toApiError(thrown)
    const { code, status, message, data } = error
    const { requestId } = res.locals as Record<string, string>
    res.locals.code = code
    if (status >= 500 && error.cause !== undefined)
      logger.error({ requestId, code, cause: describeCause(error.cause) }, 'request failed')
    if (res.headersSent) return void res.destroy()
    if (status === 503) res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS))
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('x-service-error-message', headerText(message))
    const body: ApiErrorBody = { defined: false, code, status, message, ...(data && { data }) }
    res.status(status).json(body)
  }
}
