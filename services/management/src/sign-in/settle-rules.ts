import { createHash, createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { CountAttempt } from './limit-attempts.ts'

const NAME_LENGTH = 120
/** However many clients guess: enough for who has forgotten, too few for who tries them all. */
const GUESSES = { window: 3600, max: 100 }

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
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { email } = ctx.body as { email?: unknown }
            const { allowed } = await consume(`account:${hash(String(email).toLowerCase())}`, GUESSES)
            if (!allowed)
              throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many attempts: try again later.' })
          }),
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
