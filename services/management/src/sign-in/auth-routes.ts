import { optionsBody, type Route } from '@render/http'
import type { Request, RequestHandler } from 'express'
import { ApiError } from '../api/api-error.ts'
import { orDatabaseAway } from '../api/or-database-away.ts'
import { refuseForms } from '../api/refuse-forms.ts'
import { refuseNul } from '../api/refuse-nul.ts'
import type { ManagementContext } from '../context.ts'
import { AUTH_BASE, CLIENT_ADDRESS } from './create-auth.ts'

/** What of the library is open to callers. */
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
 * What is not so any more, and what has been judged: the library takes a program for a page by `sec-fetch-mode`, which
 * Node's own fetch sends.
 */
const NOT_HANDED_OVER = [
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

/** Signing up, in and out. */
export function authRoutes(context: Pick<ManagementContext, 'auth' | 'publicUrl'>): Route[] {
  const hand = handOver(context)
  const route = (path: string, handlers: Route['handlers']): Route => ({
    name: `auth/${path}`,
    paths: [`${AUTH_BASE}/${path}`],
    handlers,
  })
  return [
    ...OPEN.get.map((path) => route(path, { get: [refuseNul, hand] })),
    ...OPEN.post.map((path) =>
      route(path, { post: [refuseForms, optionsBody(BODY_BYTES), refuseNul, hand] }),
    ),
  ]
}

function handOver({ auth, publicUrl }: Pick<ManagementContext, 'auth' | 'publicUrl'>): RequestHandler {
  return async (req, res) => {
    const answer = await orDatabaseAway(auth.handle(toRequest(req, publicUrl)))
    if (answer.status >= 500) throw new ApiError('INTERNAL_SERVER_ERROR')
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') res.setHeader(name, value)
    res.setHeader('Set-Cookie', answer.headers.getSetCookie())
    // Whatever the library says of it.
    res.setHeader('Cache-Control', 'no-store')
    const retryAfter = answer.headers.get('x-retry-after')
    if (retryAfter) res.setHeader('Retry-After', retryAfter)
    res.status(answer.status).send(await answer.text())
  }
}

/** The client's address is what the connection says, or a proxy that we trust: never what the client itself says. */
function toRequest(req: Request, publicUrl: string): globalThis.Request {
  const headers = new Headers()
  for (const [name, values] of Object.entries(req.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  for (const name of NOT_HANDED_OVER) headers.delete(name)
  headers.set(CLIENT_ADDRESS, req.ip ?? '')
  const body = req.method === 'POST' ? JSON.stringify(req.body) : null
  const [, query] = /\?(.*)$/s.exec(req.originalUrl) ?? []
  return new Request(publicUrl + req.path + (query ? `?${query}` : ''), { method: req.method, headers, body })
}
