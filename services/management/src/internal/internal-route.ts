import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import type { RequestHandler } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'

type Handlers = { [Method in keyof Route['handlers']]: RequestHandler | RequestHandler[] }

/** Makes a route of the internal API, each method of which needs one of the tokens. */
export function internalRoute(
  name: string,
  path: string,
  tokens: readonly string[],
  handlers: Handlers,
): Route {
  const authorise = requireToken(tokens)
  const guarded = Object.entries(handlers).map(([method, steps]) => [method, [authorise, steps].flat()])
  return { name: `internal ${name}`, paths: [path], handlers: Object.fromEntries(guarded) }
}

/** Rejects requests without a bearer token of the service that may use the route. During a rotation several tokens are valid. */
function requireToken(tokens: readonly string[]): RequestHandler {
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
