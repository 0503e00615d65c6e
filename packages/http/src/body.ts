import { RenderError } from '@render/errors'
import { isUtf8 } from 'node:buffer'
import express, { type Request, type RequestHandler, type Response } from 'express'
import type { IncomingMessage } from 'node:http'
import { cleanValue } from './clean-value.ts'
import { readJson, type JsonLimits } from './read-json.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Reads the body of a request as a plain object. */
export type BodyReader = (req: Request, res: Response) => Promise<Record<string, unknown>>

/** The form parser rejects more fields. */
const MAX_FIELDS = 1000
/** The form parser rejects names with more brackets, such as `a[b][c]`; it is its default. */
const MAX_DEPTH = 32

/** Errors by the `type` that the body parser gives its own, or `requireForm` its. */
const parserErrors: Record<string, () => RenderError> = {
  'entity.too.large': () => new RenderError('BodyTooLarge'),
  'parameters.too.many': () =>
    new RenderError('BodyTooLarge', { message: `A form can have at most ${MAX_FIELDS} fields.` }),
  'encoding.unsupported': () =>
    new RenderError('UnsupportedMediaType', {
      message: 'The header "Content-Encoding" must be gzip, deflate, br, zstd or identity.',
    }),
  'charset.unsupported': () => wrongCharset(),
  'querystring.parse.rangeError': () =>
    new RenderError('InvalidOptions', { message: `A form must not be nested deeper than ${MAX_DEPTH}.` }),
  'form.json': () =>
    new RenderError('InvalidOptions', {
      message: 'The body looks like JSON: send the header "Content-Type: application/json".',
    }),
  'form.encoding': () =>
    new RenderError('InvalidOptions', {
      message:
        'The form is not in UTF-8, or has "%" beside escapes: send "é" as %C3%A9 and "%" as %25, or name the charset iso-8859-1 in the header "Content-Type".',
    }),
}

/**
 * Creates a reader of JSON and form bodies; a request without a body has no options. A body that is too large (inflated), of
 * another type, or expensive to parse is refused before it is parsed.
 */
export function createBodyReader(limitBytes: number, limits?: JsonLimits): BodyReader {
  const readRaw = express.raw({ limit: limitBytes, type: isJson })
  const readForm = express.urlencoded({
    limit: limitBytes,
    type: isForm,
    extended: true,
    parameterLimit: MAX_FIELDS,
    verify: (_req, _res, bytes, charset) => requireForm(bytes, charset),
  })
  return async (req, res) => {
    if (!hasBody(req) && !isJson(req)) return {}
    requireKnownType(req)
    await run(isForm(req) ? readForm : readRaw, req, res)
    const body = isJson(req)
      ? readJson((req.body as Buffer | undefined) ?? Buffer.alloc(0), limits)
      : (req.body as unknown)
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new RenderError('InvalidOptions', { message: 'The body must be an object of options.' })
    return cleanValue(body) as Record<string, unknown>
  }
}

/** Creates middleware that puts the body that `createBodyReader` reads into `req.body`. */
export function optionsBody(limitBytes: number, limits?: JsonLimits): RequestHandler {
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

function requireKnownType(req: IncomingMessage): void {
  if (!isJson(req) && !isForm(req)) throw new RenderError('UnsupportedMediaType')
  const isUtf = /^(utf-?8)?$/i.test(charsetOf(req))
  if (isJson(req) && !isUtf) throw wrongCharset()
  // The parser knows one spelling only, which is its default.
  if (isForm(req) && isUtf) req.headers['content-type'] = FORM_TYPE
}

/** Refuses JSON that is sent as a form, as curl does by default, and escapes that the parser would leave in the text. */
function requireForm(bytes: Buffer, charset: string): void {
  if (/^\s*\{\s*"/.test(bytes.toString('latin1', 0, 100))) throw formError('form.json')
  if (charset !== 'utf-8') return
  const form = bytes.toString()
  if (!isUtf8(bytes)) throw formError('form.encoding')
  if (isDecodable(form)) return
  // A lone "%", as in "width: 50%", is text.
  const isWrong = (text: string) => /%[\da-f]{2}/i.test(text) && !isDecodable(text)
  for (const field of form.split('&', MAX_FIELDS)) {
    const [, name = '', value = ''] = /^([^=]*)=?([^]*)$/.exec(field)!
    if (isWrong(name) || isWrong(value)) throw formError('form.encoding')
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function formError(type: string): Error {
  return Object.assign(new Error(type), { type })
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

function wrongCharset(): RenderError {
  return new RenderError('UnsupportedMediaType', {
    message: 'The charset in the header "Content-Type" must be UTF-8; for a form it can also be iso-8859-1.',
  })
}
