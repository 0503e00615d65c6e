import { createHmac } from 'node:crypto'
import { clientOf } from '@render/http'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { hash } from '../people/find-invitation.ts'
import type { CountAttempt, ForgetAttempt } from './limit-attempts.ts'

/** The header with the client's address, overwritten on every request that is forwarded to Better Auth. */
export const CLIENT_ADDRESS = 'x-client-address'

const NAME_LENGTH = 120
const HOUR = 3600
const SIGN_IN = '/sign-in/email'
/**
 * Attempts per e-mail address from all clients together, of sign-ins only the failed ones: too few to guess a password or to
 * flood a mailbox. Windows are in seconds.
 */
const LIMITS_PER_ADDRESS: Record<string, { window: number; max: number }> = {
  [SIGN_IN]: { window: HOUR, max: 1000 },
  '/sign-up/email': { window: HOUR, max: 10 },
  '/send-verification-email': { window: HOUR, max: 10 },
  '/request-password-reset': { window: HOUR, max: 10 },
}

/** Confirmation mails per e-mail address: every sign-in with an unconfirmed address causes one. */
const CONFIRMATION_MAILS = { window: HOUR, max: 10 }

/**
 * Failed sign-ins per e-mail address and network: enough for a forgotten password. An attacker needs fifty networks to use up
 * the attempts of an address.
 */
const LIMIT_PER_NETWORK = { window: HOUR, max: 20 }

/** Returns a plugin with stricter rules for endpoints of Better Auth. */
export function extraRules({
  secret,
  consume,
  forget,
}: {
  secret: string
  consume: CountAttempt
  forget: ForgetAttempt
}) {
  return {
    id: 'extra-rules',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { name } = ctx.body as { name?: unknown }
            if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_LENGTH)
              throw new APIError('BAD_REQUEST', { message: `"name" must be 1 to ${NAME_LENGTH} characters.` })
          }),
        },
        {
          matcher: ({ path }) => path !== undefined && path in LIMITS_PER_ADDRESS,
          handler: createAuthMiddleware(async (ctx) => {
            for (const [counter, limit] of countersOf(ctx)) {
              const { allowed, retryAfter } = await consume(counter, limit)
              if (allowed) continue
              const message = 'Too many attempts: try again later.'
              throw new APIError('TOO_MANY_REQUESTS', { message }, { 'X-Retry-After': String(retryAfter) })
            }
          }),
        },
        {
          // Clears the expected user of a device code: it would reveal whether that user exists.
          matcher: ({ path }) => path === '/device/code',
          handler: createAuthMiddleware(async (ctx) => ({
            context: { body: { ...(ctx.body as object), user_id: '' } },
          })),
        },
        {
          // Ends sessions that were opened with the old password.
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async (ctx) => ({
            context: { body: { ...(ctx.body as object), revokeOtherSessions: true } },
          })),
        },
      ],
      after: [
        {
          // Only failures count for the address: sign-ins of its user do not bring it closer to the limit.
          matcher: ({ path }) => path === SIGN_IN,
          handler: createAuthMiddleware(async (ctx) => {
            if (ctx.context.returned instanceof APIError) return
            for (const [counter, limit] of countersOf(ctx)) await forget(counter, limit)
          }),
        },
        {
          // Signs the bearer token: only signed ones are accepted, so the database contains no usable token.
          matcher: ({ path }) => path === '/device/token',
          handler: createAuthMiddleware(async (ctx) => {
            const returned = ctx.context.returned as { access_token?: string }
            if (typeof returned.access_token !== 'string') return
            const signature = createHmac('sha256', secret).update(returned.access_token).digest('base64')
            return ctx.json({ ...returned, access_token: `${returned.access_token}.${signature}` })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

type Counter = [name: string, limit: typeof LIMIT_PER_NETWORK]

interface Attempt {
  path: string
  body: unknown
  headers?: Headers | undefined
}

/** Returns the counter of the confirmation mails to an address, whatever causes them. */
export function confirmationMailsTo(email: string): Counter {
  return [`${hash(email.toLowerCase())}|confirmation-mail`, CONFIRMATION_MAILS]
}

/** Returns the counters of an attempt with their limits. An attempt that the first one refuses does not reach the others. */
function countersOf({ path, body, headers }: Attempt): Counter[] {
  const { email } = body as { email?: unknown }
  const address = hash(String(email).toLowerCase())
  const network = clientOf({ ip: headers?.get(CLIENT_ADDRESS) ?? '' }, 'site')
  const perNetwork: Counter = [`${address}|${network}|${path}`, LIMIT_PER_NETWORK]
  return [...(path === SIGN_IN ? [perNetwork] : []), [`${address}|${path}`, LIMITS_PER_ADDRESS[path]!]]
}
