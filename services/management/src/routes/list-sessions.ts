import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { orNull, time } from '../api/shapes.ts'
import { LATEST_FIRST } from '../list-order.ts'

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'get',
  path: '/me/sessions',
  summary: 'Where the caller is signed in, the latest first; nowhere for a management key.',
  permission: 'sessions:read',
  answer: Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Begins with `ses_`.' }),
        current: Type.Boolean({ description: 'Whether it is the one of this request.' }),
        ipAddress: orNull(Type.String()),
        userAgent: orNull(Type.String()),
        createdAt: time('When it began.'),
        expiresAt: time('When it ends, unless it is used before.'),
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
})
