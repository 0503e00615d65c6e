import { RenderError } from '@render/errors'
import type { RequestHandler } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'

/** Lets the one service through that knows this token. */
export function requireToken(token: string): RequestHandler {
  const expected = digest(`Bearer ${token}`)
  return (req, _res, next) => {
    const given = digest(req.headers.authorization ?? '')
    // Digests are of one length, and comparing them takes as long whatever was sent.
    if (timingSafeEqual(given, expected)) return next()
    next(new RenderError('ApiKeyNotFound', { message: 'This token opens nothing here.' }))
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
