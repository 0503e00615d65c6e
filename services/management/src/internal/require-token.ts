import { RenderError } from '@render/errors'
import type { RequestHandler } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Rejects requests without a bearer token of the one service that may use a route. During a rotation it has several. */
export function requireToken(tokens: readonly string[]): RequestHandler {
  const expected = tokens.map((token) => digest(`Bearer ${token}`))
  return (req, _res, next) => {
    const given = digest(req.headers.authorization ?? '')
    // Digests have the same length, so the time of the comparison reveals nothing about the token.
    if (expected.some((each) => timingSafeEqual(given, each))) return next()
    next(new RenderError('ApiKeyNotFound', { message: 'The token is not valid for this route.' }))
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
