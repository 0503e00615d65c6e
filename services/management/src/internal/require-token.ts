import { RenderError } from '@render/errors'
import type { RequestHandler } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Rejects requests without the bearer token of the one service that may use a route. */
export function requireToken(token: string): RequestHandler {
  const expected = digest(`Bearer ${token}`)
  return (req, _res, next) => {
    // Digests have the same length, so the time of the comparison reveals nothing about the token.
    if (timingSafeEqual(digest(req.headers.authorization ?? ''), expected)) return next()
    next(new RenderError('ApiKeyNotFound', { message: 'The token is not valid for this route.' }))
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
