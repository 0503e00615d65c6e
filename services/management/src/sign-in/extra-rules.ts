import { createHash, createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { CountAttempt, ForgetAttempt } from './limit-attempts.ts'

const NAME_LENGTH = 120
const HOUR = 3600
const SIGN_IN = '/sign-in/email'
/**
 * Attempts for one e-mail address from all clients together, of sign-ins the failed ones: enough for a forgotten password, too few for guessing one or
 * for flooding a mailbox. Windows are in seconds.
 */
const LIMITS_PER_ADDRESS: Record<string, { window: number; max: number }> = {
  [SIGN_IN]: { window: HOUR, max: 100 },
  '/sign-up/email': { window: HOUR, max: 10 },
  '/send-verification-email': { window: HOUR, max: 10 },
  '/request-password-reset': { window: HOUR, max: 10 },
}

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
            const { allowed } = await consume(counterOf(ctx), LIMITS_PER_ADDRESS[ctx.path]!)
            if (!allowed)
              throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many attempts: try again later.' })
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
            await forget(counterOf(ctx), LIMITS_PER_ADDRESS[SIGN_IN]!)
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

/** Returns the name of the counter of an e-mail address at an endpoint. */
function counterOf({ path, body }: { path: string; body: unknown }): string {
  const { email } = body as { email?: unknown }
  return `${hash(String(email).toLowerCase())}|${path}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
