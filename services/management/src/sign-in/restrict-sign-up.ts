import type { Values } from '@render/runtime'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { environment } from '../config.ts'
import type { DatabaseClient } from '../database/database.ts'
import { findInvitation } from '../people/find-invitation.ts'

/** Who may sign up: anybody, only people with the token of an invitation, or nobody. */
export type SignUp = Values<typeof environment>['SIGN_UP']

/**
 * Returns a plugin that rejects sign-ups which `signUp` does not allow. The answer depends on the token alone, so it reveals
 * neither which addresses have an account nor which are invited.
 */
export function restrictSignUp({ client }: DatabaseClient, signUp: SignUp) {
  return {
    id: 'restrict-sign-up',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email' && signUp !== 'open',
          handler: createAuthMiddleware(async (ctx) => {
            if (signUp === 'closed') throw new APIError('FORBIDDEN', { message: 'Sign-up is closed.' })
            const { email, invitation } = ctx.body as { email?: unknown; invitation?: unknown }
            const given = { email: String(email), token: typeof invitation === 'string' ? invitation : '' }
            if (!(await findInvitation({ client }, given)))
              throw new APIError('FORBIDDEN', {
                message: '"invitation" must be the token of an invitation of this address.',
              })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
