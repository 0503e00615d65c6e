import { RenderError } from '@render/errors'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'

/** Codes of what the body parser complains about, by its `type`. */
const complaints: Record<string, () => RenderError> = {
  'entity.too.large': () => new RenderError('BodyTooLarge'),
  'parameters.too.many': () => new RenderError('BodyTooLarge', { message: 'The form has too many fields.' }),
  'encoding.unsupported': () =>
    new RenderError('UnsupportedMediaType', { message: 'The content encoding is not known.' }),
  'charset.unsupported': () =>
    new RenderError('UnsupportedMediaType', { message: 'The charset must be UTF-8.' }),
}

/** Reads a JSON or form body into a plain object; anything else is refused before it is parsed. */
export function optionsBody(limitBytes: number): (RequestHandler | ErrorRequestHandler)[] {
  return [
    requireKnownType,
    express.json({ limit: limitBytes, strict: false }),
    express.urlencoded({ limit: limitBytes, extended: true, parameterLimit: 1000 }),
    translateComplaint,
    requireObject,
  ]
}

const requireKnownType: RequestHandler = (req, _res, next) => {
  const known = req.is(['application/json', 'application/x-www-form-urlencoded'])
  next(known ? undefined : new RenderError('UnsupportedMediaType'))
}

const translateComplaint: ErrorRequestHandler = (
  error: { type?: string; status?: number },
  _req,
  _res,
  next,
) => {
  const complaint = complaints[error.type ?? '']
  if (complaint) return next(complaint())
  const unreadable = error.status !== undefined && error.status < 500
  next(
    unreadable ? new RenderError('InvalidOptions', { message: 'The request body cannot be read.' }) : error,
  )
}

const requireObject: RequestHandler = (req, _res, next) => {
  const isObject = typeof req.body === 'object' && req.body !== null && !Array.isArray(req.body)
  next(
    isObject
      ? undefined
      : new RenderError('InvalidOptions', { message: 'The request body must be an object of options.' }),
  )
}
