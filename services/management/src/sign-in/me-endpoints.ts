import { Type } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { empty, name, orNull, time } from '../api/schemas.ts'
import { LATEST_FIRST, OLDEST_FIRST } from '../database/list-order.ts'

export const meEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'getMe',
    method: 'get',
    path: '/me',
    summary: 'Get the caller and its organisations.',
    permission: 'organisation:read',
    response: Type.Object({
      user: orNull(
        Type.Object(
          { id: Type.String(), name: Type.String(), email: Type.String(), emailVerified: Type.Boolean() },
          { description: 'Null for a management key.' },
        ),
      ),
      organisations: Type.Array(
        Type.Object({
          id: Type.String(),
          name,
          role: Type.String({ description: 'Role of the user, or `key` for a management key.' }),
          active: Type.Boolean({ description: 'Whether requests of this caller act for it.' }),
        }),
      ),
    }),
    async run({ database }, { organisationId, userId, role }) {
      const serialize = (organisation: { id: string; name: string }, role: string) => ({
        id: organisation.id,
        name: organisation.name,
        role,
        active: organisation.id === organisationId,
      })
      if (userId === null) {
        const organisation = await database.client.organisation.findUniqueOrThrow({
          where: { id: organisationId },
        })
        return { user: null, organisations: [serialize(organisation, role)] }
      }
      const { memberships, ...user } = await database.client.user.findUniqueOrThrow({
        where: { id: userId },
        select: {
          id: true,
          name: true,
          email: true,
          emailVerified: true,
          memberships: { include: { organisation: true }, orderBy: [...OLDEST_FIRST] },
        },
      })
      const organisations = memberships.map(({ organisation, role }) => serialize(organisation, role))
      return { user, organisations }
    },
  }),
  endpoint({
    id: 'listSessions',
    method: 'get',
    path: '/me/sessions',
    summary: "List the caller's sessions, latest first. A management key has none.",
    permission: 'sessions:read',
    response: Type.Object({
      sessions: Type.Array(
        Type.Object({
          id: Type.String({ description: 'Begins with `ses_`.' }),
          current: Type.Boolean({ description: 'Whether this request uses it.' }),
          ipAddress: orNull(Type.String()),
          userAgent: orNull(Type.String()),
          createdAt: time('When the session began.'),
          expiresAt: time('When the session expires if it is not used before.'),
        }),
      ),
    }),
    async run({ database }, { userId, sessionId }) {
      const rows = await database.client.session.findMany({
        where: { userId: userId ?? '', expiresAt: { gt: new Date() } },
        orderBy: [...LATEST_FIRST],
      })
      return {
        sessions: rows.map(({ id, ipAddress, userAgent, createdAt, expiresAt }) => ({
          id,
          current: id === sessionId,
          ipAddress,
          userAgent,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
      }
    },
  }),
  endpoint({
    id: 'revokeSession',
    method: 'delete',
    path: '/me/sessions/:session',
    summary: "End one of the caller's sessions immediately.",
    permission: 'sessions:write',
    response: empty,
    failures: ['NOT_FOUND'],
    async run({ database }, { userId }, { params }) {
      const where = { id: params.session!, userId: userId ?? '' }
      const { count } = await database.client.session.deleteMany({ where })
      if (count === 0) throw new ApiError('NOT_FOUND')
      return {}
    },
  }),
  endpoint({
    id: 'revokeOtherSessions',
    method: 'delete',
    path: '/me/sessions',
    summary: "End all of the caller's sessions except that of this request, immediately.",
    permission: 'sessions:write',
    response: Type.Object({ revoked: Type.Integer() }),
    async run({ database }, { userId, sessionId }) {
      const where = { userId: userId ?? '', id: { not: sessionId ?? '' } }
      const { count } = await database.client.session.deleteMany({ where })
      return { revoked: count }
    },
  }),
]
