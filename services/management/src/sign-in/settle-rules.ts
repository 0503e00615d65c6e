import { createHmac } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'

const NAME_LENGTH = 120

/** What we want otherwise than the library's endpoints leave it. */
export function settleRules(secret: string) {
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
