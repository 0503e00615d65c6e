import type { Request, RequestHandler } from 'express'
import { ApiError } from '../api/api-error.ts'
import { hasSessionCookie } from './session-cookie.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const OWN_SITES = new Set([undefined, 'same-origin', 'none'])

/** Browsers send the cookie with whatever a page makes them send: only pages of these origins may change anything. */
export function refuseCrossSite(trustedOrigins: readonly string[]): RequestHandler {
  return (req, _res, next) => {
    const isRefused = !SAFE_METHODS.has(req.method) && !isTrusted(req, trustedOrigins)
    next(isRefused ? new ApiError('FORBIDDEN', { message: 'This origin may not do that.' }) : undefined)
  }
}

/** Programs say no origin; neither do they have cookies. */
function isTrusted(req: Request, trustedOrigins: readonly string[]): boolean {
  const origin = req.get('origin')
  if (origin !== undefined) return trustedOrigins.includes(origin)
  return OWN_SITES.has(req.get('sec-fetch-site')) && !hasSessionCookie(req)
}
