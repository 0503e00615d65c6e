import { RenderError } from '@render/errors'
import { describeCause } from '@render/runtime'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { errorEnvelope, headerText, toRenderError } from './envelope.ts'

export interface ErrorLog {
  error(details: object, message: string): void
}

/** Handles all errors of an application; register it last. Causes go to the log, never to the caller. */
export function answerError(log: ErrorLog): ErrorRequestHandler {
  return (thrown, _req, res, _next) => {
    const error = toRenderError(thrown)
    const { requestId, renderId } = res.locals as Record<string, string>
    res.locals.code = error.code
    if (error.status >= 500 && error.cause !== undefined)
      log.error(
        { requestId, renderId, code: error.code, cause: describeCause(error.cause) },
        'request failed',
      )
    if (res.headersSent) return void res.destroy()
    if (error.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(error.retryAfterSeconds))
    if (error.status === 401) res.setHeader('WWW-Authenticate', 'Bearer')
    removeFileHeaders(res)
    res.setHeader('x-service-error-message', headerText(error.message))
    res.status(error.status).json(errorEnvelope(error.toPlain(), requestId!))
  }
}

/** Removes the headers that describe a file which cannot be sent after all, and forbids caching. */
export function removeFileHeaders(res: Response): void {
  for (const name of ['Content-Disposition', 'Content-Type', 'ETag', 'Expires', 'Last-Modified'])
    res.removeHeader(name)
  res.setHeader('Cache-Control', 'no-store')
}

/** Answers requests that no route matched. */
export const answerNotFound: RequestHandler = (_req, _res, next) => next(new RenderError('NotFound'))

/** Answers requests for a known path with a method that it does not support. */
export function answerMethodNotAllowed(...allowed: string[]): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Allow', allowed.join(', '))
    next(new RenderError('MethodNotAllowed'))
  }
}
