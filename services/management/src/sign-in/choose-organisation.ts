import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from 'better-auth/api'
import type { DatabaseClient } from '../database/database.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'

interface FoundSession {
  session: { activeOrganizationId?: string | null }
}

/**
 * Returns a plugin with endpoints that list the user's organisations and set the active one of the session. Published command
 * lines read public ids, which here are the ids.
 */
export function chooseOrganisation({ client }: DatabaseClient) {
  return {
    id: 'choose-organisation',
    endpoints: {
      listOrganisations: createAuthEndpoint(
        '/organization/list',
        { method: 'GET', use: [sessionMiddleware] },
        async (ctx) => ctx.json(await organisationsOf(ctx.context.session.user.id)),
      ),
      setActiveOrganisation: createAuthEndpoint(
        '/organization/set-active',
        { method: 'POST', use: [sessionMiddleware] },
        async (ctx) => {
          const { organizationId } = ctx.body as { organizationId?: unknown }
          const { user, session } = ctx.context.session
          const chosen = (await organisationsOf(user.id)).find(({ id }) => id === organizationId)
          if (!chosen)
            throw new APIError('NOT_FOUND', { message: 'You are not a member of this organisation.' })
          await ctx.context.internalAdapter.updateSession(session.token, { activeOrganizationId: chosen.id })
          return ctx.json(chosen)
        },
      ),
    },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/get-session',
          handler: createAuthMiddleware(async (ctx) => {
            const found = ctx.context.returned as FoundSession | null | undefined
            if (!found?.session) return undefined
            const activeOrganizationPublicId = found.session.activeOrganizationId ?? null
            return ctx.json({ ...found, session: { ...found.session, activeOrganizationPublicId } })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin

  async function organisationsOf(userId: string) {
    const members = await client.member.findMany({
      where: { userId },
      include: { organisation: true },
      orderBy: [...OLDEST_FIRST],
    })
    return members.map(({ role, organisation: { id, name, createdAt } }) => ({
      id,
      publicId: id,
      name,
      role,
      createdAt,
    }))
  }
}
