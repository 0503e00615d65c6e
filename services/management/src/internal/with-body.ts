import { RenderError } from '@render/errors'
import { bodyParser } from '@render/http'
import type { RequestHandler } from 'express'
import type { FieldError } from '../api/api-error.ts'

const BODY_LIMIT_BYTES = 100_000

interface BodyRequest {
  /** Path parameters. */
  params: Record<string, string>
  requestId: string
}

/** Makes the handlers of a request with a body. `read` validates the body; the answer is what `run` returns. */
export function withBody<Body>(
  read: (body: unknown, params: BodyRequest['params']) => Body,
  run: (body: Body, request: BodyRequest) => Promise<object>,
): RequestHandler[] {
  const answer: RequestHandler = async (req, res) => {
    const params = req.params as Record<string, string>
    res.json(await run(read(req.body, params), { params, requestId: String(res.locals.requestId) }))
  }
  return [bodyParser(BODY_LIMIT_BYTES), answer]
}

/** Builds the error from at least one invalid member; the message quotes the first. */
export function invalidBody(errors: FieldError[]): RenderError {
  const details = errors.map(({ path, message }) => ({ option: path, message: `"${path}" ${message}.` }))
  return new RenderError('InvalidOptions', { message: details[0]!.message, details })
}
