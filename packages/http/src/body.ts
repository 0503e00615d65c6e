import { RenderError } from '@render/errors'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { IncomingMessage } from 'node:http'
import { cleanValue } from './clean-value.ts'
import { readJson, type JsonLimits } from './read-json.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** What the body parser complains about, by its `type`. */
const complaints: Record<string, () => RenderError> = {
  'entity.too.large': () => new RenderError('BodyTooLarge'),
  'parameters.too.many': () => new RenderError('BodyTooLarge', { message: 'The form has too many fields.' }),
  'encoding.unsupported': () =>
    new RenderError('UnsupportedMediaType', { message: 'The content encoding is not known.' }),
  'charset.unsupported': () => wrongCharset(),
}

/**
 * Reads a JSON or form body into a plain object in `req.body`; what is too large (inflated), of another type, or
 * expensive to parse is refused before it is parsed.
 */
export function optionsBody(limitBytes: number, limits?: JsonLimits): RequestHandler {
  return express
    .Router()
    .use(
      requireKnownType,
      express.raw({ limit: limitBytes, type: isJson }),
      express.urlencoded({ limit: limitBytes, type: isForm, extended: true, parameterLimit: 1000 }),
      translateComplaint,
      requireObject(limits),
    )
}

const requireKnownType: RequestHandler = (req, _res, next) => {
  if (isJson(req)) return next(/^(utf-?8)?$/i.test(charsetOf(req)) ? undefined : wrongCharset())
  next(isForm(req) ? undefined : new RenderError('UnsupportedMediaType'))
}

const translateComplaint: ErrorRequestHandler = (
  error: { type?: string; status?: number },
  _req,
  _res,
  next,
) => {
  const complaint = complaints[error.type ?? '']
  if (complaint) return next(complaint())
  const isCallers = !(error instanceof RenderError) && error.status !== undefined && error.status < 500
  next(isCallers ? new RenderError('InvalidOptions', { message: 'The body cannot be read.' }) : error)
}

function requireObject(limits?: JsonLimits): RequestHandler {
  return (req, _res, next) => {
    const body = isJson(req)
      ? readJson((req.body as Buffer | undefined) ?? Buffer.alloc(0), limits)
      : req.body
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new RenderError('InvalidOptions', { message: 'The body must be an object of options.' })
    req.body = cleanValue(body)
    next()
  }
}

/** Whether a body came as a form, in which everything is text. */
export function isForm(req: IncomingMessage): boolean {
  return mediaTypeOf(req) === FORM_TYPE
}

function isJson(req: IncomingMessage): boolean {
  return mediaTypeOf(req) === JSON_TYPE
}

function mediaTypeOf(req: IncomingMessage): string {
  return (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

function charsetOf(req: IncomingMessage): string {
  return /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(req.headers['content-type'] ?? '')?.[1] ?? ''
}

function wrongCharset(): RenderError {
  return new RenderError('UnsupportedMediaType', { message: 'The charset must be UTF-8.' })
}
