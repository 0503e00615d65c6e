import { RenderError } from '@render/errors'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { IncomingMessage } from 'node:http'
import { cleanValue } from './clean-value.ts'
import { readForm } from './read-form.ts'
import { readJson, type JsonLimits } from './read-json.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the body of a request as a plain object. */
export type BodyReader = (req: Request, res: Response) => Promise<Record<string, unknown>>

/** Errors by the `type` that the body parser gives its own. */
const parserErrors: Record<string, () => RenderError> = {
  'entity.too.large': () => new RenderError('BodyTooLarge'),
  'encoding.unsupported': () =>
    new RenderError('UnsupportedMediaType', {
      message: 'The header "Content-Encoding" must be gzip, deflate, br, zstd or identity.',
    }),
}

/**
 * Creates a reader of JSON objects and forms; a request without a body has an empty one. A body that is too large (inflated), of
 * another type, or expensive to parse is refused before it is parsed.
 */
export function createBodyReader(limitBytes: number, limits?: JsonLimits): BodyReader {
  const readRaw = express.raw({ limit: limitBytes, type: () => true })
  return async (req, res) => {
    if (!hasBody(req) && !isJson(req)) return {}
    const isLatin1 = requireKnownType(req)
    await run(readRaw, req, res)
    const bytes = (req.body as Buffer | undefined) ?? Buffer.alloc(0)
    const body = isJson(req) ? readJson(bytes, limits) : readForm(bytes, isLatin1 ? 'latin1' : 'utf8')
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new RenderError('InvalidOptions', { message: 'The body must be a JSON object.' })
    return cleanValue(body) as Record<string, unknown>
  }
}

/** Creates middleware that puts the body that `createBodyReader` reads into `req.body`. */
export function bodyParser(limitBytes: number, limits?: JsonLimits): RequestHandler {
  const read = createBodyReader(limitBytes, limits)
  return async (req, res, next) => {
    req.body = await read(req, res)
    next()
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Returns whether a body is a form, in which every value is text. */
export function isForm(req: IncomingMessage): boolean {
  return mediaTypeOf(req) === FORM_TYPE
}

/** Returns whether the body is in ISO 8859-1, as only a form can be. */
function requireKnownType(req: IncomingMessage): boolean {
  if (!isJson(req) && !isForm(req)) throw new RenderError('UnsupportedMediaType')
  const charset = charsetOf(req)
  if (/^(utf-?8)?$/i.test(charset)) return false
  if (isForm(req) && /^iso-8859-1$/i.test(charset)) return true
  throw new RenderError('UnsupportedMediaType', {
    message: 'The charset in the header "Content-Type" must be UTF-8; for a form it can also be iso-8859-1.',
  })
}

/** Runs a body parser, with its errors translated. */
async function run(parser: RequestHandler, req: Request, res: Response): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  void parser(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(translate(error))))
  return promise
}

function translate(error: unknown): unknown {
  const { type = '', status = 500 } = error as { type?: string; status?: number }
  const known = parserErrors[type]
  if (known) return known()
  if (status >= 500) return error
  return new RenderError('InvalidOptions', {
    message: 'The body must match its headers "Content-Encoding" and "Content-Length".',
  })
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
