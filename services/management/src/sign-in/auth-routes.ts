import { bodyParser, type Route } from '@render/http'
import type { Request, RequestHandler } from 'express'
import { ApiError } from '../api/api-error.ts'
import { mapDatabaseErrors } from '../api/map-database-errors.ts'
import { rejectForms, rejectNul } from '../api/reject-unsafe.ts'
import type { ManagementContext } from '../context.ts'
import { AUTH_BASE } from './create-auth.ts'
import { CLIENT_ADDRESS } from './extra-rules.ts'

/** The endpoints of Better Auth that callers can reach. */
const OPEN = {
  get: ['verify-email', 'reset-password/:token', 'get-session', 'organization/list', 'device'],
  post: [
    'sign-up/email',
    'sign-in/email',
    'sign-out',
    'send-verification-email',
    'request-password-reset',
    'reset-password',
    'change-password',
    'organization/set-active',
    'device/code',
    'device/token',
    'device/approve',
    'device/deny',
  ],
} as const

/**
 * Headers that Better Auth does not get: those that no longer describe the parsed body, and those that were checked here.
 * It would take Node's own fetch for a browser, because that sends `sec-fetch-mode`.
 */
const OMITTED_HEADERS = [
  'host',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'x-forwarded-for',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
]

const BODY_BYTES = 16 * 1024

/** Routes of sign-up, sign-in and sign-out, forwarded to Better Auth. */
export function authRoutes(context: Pick<ManagementContext, 'auth' | 'publicUrl'>): Route[] {
  const forward = forwardToAuth(context)
  const route = (path: string, handlers: Route['handlers']): Route => ({
    name: `auth/${path}`,
    paths: [`${AUTH_BASE}/${path}`],
    handlers,
  })
  return [
    ...OPEN.get.map((path) => route(path, { get: [rejectNul, forward] })),
    ...OPEN.post.map((path) =>
      route(path, { post: [rejectForms, bodyParser(BODY_BYTES), rejectNul, forward] }),
    ),
  ]
}

function forwardToAuth({ auth, publicUrl }: Pick<ManagementContext, 'auth' | 'publicUrl'>): RequestHandler {
  return async (req, res) => {
    const answer = await mapDatabaseErrors(auth.handle(toRequest(req, publicUrl)))
    if (answer.status >= 500) throw new ApiError('INTERNAL_SERVER_ERROR')
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') res.setHeader(name, value)
    res.setHeader('Set-Cookie', answer.headers.getSetCookie())
    // Applies also to answers that Better Auth would allow to be cached.
    res.setHeader('Cache-Control', 'no-store')
    const retryAfter = answer.headers.get('x-retry-after')
    if (retryAfter) res.setHeader('Retry-After', retryAfter)
    res.status(answer.status).send(await answer.text())
  }
}

/** The client's address comes from the connection or from a trusted proxy, never from the client's own headers. */
function toRequest(req: Request, publicUrl: string): globalThis.Request {
  const headers = new Headers()
  for (const [name, values] of Object.entries(req.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  for (const name of OMITTED_HEADERS) headers.delete(name)
  headers.set(CLIENT_ADDRESS, req.ip ?? '')
  const body = req.method === 'POST' ? JSON.stringify(req.body) : null
  const [, query] = /\?(.*)$/s.exec(req.originalUrl) ?? []
  return new Request(publicUrl + req.path + (query ? `?${query}` : ''), { method: req.method, headers, body })
}
