import type { Request, RequestHandler } from 'express'
import { ApiError } from '../api/api-error.ts'
import { hasSessionCookie } from '../api/session-cookie.ts'

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

/** Clients other than browsers send neither an origin nor cookies. A browser attaches no key for a page that does not have it. */
function isTrusted(req: Request, trustedOrigins: readonly string[]): boolean {
  const origin = req.get('origin')
  const hasKey = req.get('x-api-key') !== undefined || req.get('authorization') !== undefined
  if (hasKey && !hasSessionCookie(req)) return true
  if (origin !== undefined) return trustedOrigins.includes(origin)
  return OWN_SITES.has(req.get('sec-fetch-site')) && !hasSessionCookie(req)
}
