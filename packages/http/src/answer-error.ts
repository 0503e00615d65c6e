import { RenderError } from '@render/errors'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { errorEnvelope, headerText, toRenderError } from './envelope.ts'

interface ErrorLog {
  error(details: object, message: string): void
}

/** The one place that writes error answers; register it last. Causes go to the log, never to the caller. */
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
    // A route may have described what it could not send after all.
    for (const name of ['Content-Type', 'ETag', 'Last-Modified']) res.removeHeader(name)
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('x-service-error-message', headerText(error.message))
    res.status(error.status).json(errorEnvelope(error.toPlain(), requestId!))
  }
}

/** Answers what no route took. */
export const answerNotFound: RequestHandler = (_req, _res, next) => next(new RenderError('NotFound'))

/** Answers a known path asked by a method it does not take. */
export function answerMethodNotAllowed(...allowed: string[]): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Allow', allowed.join(', '))
    next(new RenderError('MethodNotAllowed'))
  }
}

/** Field by field: errors of clients carry requests and commands, and those carry secrets. */
export function describeCause(cause: unknown): unknown {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : typeof cause
  const { code } = cause as NodeJS.ErrnoException
  return {
    type: cause.name,
    message: cause.message,
    ...(code !== undefined && { code }),
    stack: cause.stack,
    ...(cause.cause !== undefined && { cause: describeCause(cause.cause) }),
  }
}
