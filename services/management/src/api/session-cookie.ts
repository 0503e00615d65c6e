import type { Request } from 'express'

export const COOKIE_PREFIX = 'service'
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`

export function hasSessionCookie(req: Request): boolean {
  return (req.get('cookie') ?? '').split(';').some((pair) => pair.trim().startsWith(`${SESSION_COOKIE}=`))
}
