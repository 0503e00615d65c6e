import type { Request, RequestHandler } from 'express'
import { ApiError } from '../api/api-error.ts'
import { hasSessionCookie } from '../api/session-cookie.ts'
import { AUTH_BASE } from './create-auth.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const OWN_SITES = new Set([undefined, 'same-origin', 'none'])

/** Rejects changes from pages of other origins: browsers attach the session cookie to any request that a page makes. */
export function rejectCrossSite(trustedOrigins: readonly string[]): RequestHandler {
  return (req, _res, next) => {
    const isRejected = !SAFE_METHODS.has(req.method) && !isTrusted(req, trustedOrigins)
    const message = 'Requests that change something are not allowed from this origin.'
    next(isRejected ? new ApiError('FORBIDDEN', { message }) : undefined)
  }
}

/** Clients other than browsers send neither an origin nor cookies. */
function isTrusted(req: Request, trustedOrigins: readonly string[]): boolean {
  const origin = req.get('origin')
  if (hasKey(req) && !hasSessionCookie(req)) return true
  if (origin !== undefined) return trustedOrigins.includes(origin)
  return OWN_SITES.has(req.get('sec-fetch-site')) && !hasSessionCookie(req)
}

/** Returns whether a request is made with a key, which no browser attaches by itself. To sign in takes none. */
function hasKey(req: Request): boolean {
  const isKey = req.get('x-api-key') !== undefined || /^bearer /i.test(req.get('authorization') ?? '')
  return isKey && !req.path.startsWith(AUTH_BASE)
}
