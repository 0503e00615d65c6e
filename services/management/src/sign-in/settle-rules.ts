import { createHash, createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { CountAttempt } from './limit-attempts.ts'

const NAME_LENGTH = 120
const HOUR = 3600
/**
 * What may be tried of one address, however many clients do: enough for who has forgotten, too little for who tries all
 * passwords or would fill somebody's mailbox.
 */
const OF_ONE_ADDRESS: Record<string, { window: number; max: number }> = {
  '/sign-in/email': { window: HOUR, max: 100 },
  '/sign-up/email': { window: HOUR, max: 10 },
  '/send-verification-email': { window: HOUR, max: 10 },
  '/request-password-reset': { window: HOUR, max: 10 },
}

/** What we want otherwise than the library's endpoints leave it. */
export function settleRules({ secret, consume }: { secret: string; consume: CountAttempt }) {
  return {
    id: 'settle-rules',
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
          matcher: ({ path }) => path !== undefined && path in OF_ONE_ADDRESS,
          handler: createAuthMiddleware(async (ctx) => {
            const { email } = ctx.body as { email?: unknown }
            const key = `${hash(String(email).toLowerCase())}|${ctx.path}`
            const { allowed } = await consume(key, OF_ONE_ADDRESS[ctx.path]!)
            if (!allowed)
              throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many attempts: try again later.' })
          }),
        },
        {
          // Who lets a program in is not said beforehand: nobody learns by it who there is.
          matcher: ({ path }) => path === '/device/code',
          handler: createAuthMiddleware(async (ctx) => ({
            context: { body: { ...(ctx.body as object), user_id: '' } },
          })),
        },
        {
          // Whoever knew the old password is out.
          matcher: ({ path }) => path === '/change-password',
          handler: createAuthMiddleware(async (ctx) => ({
            context: { body: { ...(ctx.body as object), revokeOtherSessions: true } },
          })),
        },
      ],
      after: [
        {
          // Bearer tokens are taken signed only, so that the database holds none.
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

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
