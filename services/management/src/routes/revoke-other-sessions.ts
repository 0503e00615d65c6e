import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'

export const revokeOtherSessions = endpoint({
  id: 'revokeOtherSessions',
  method: 'delete',
  path: '/me/sessions',
  summary: 'Ends all sessions of the caller but the one of this request, at once.',
  permission: 'sessions:write',
  answer: Type.Object({ revoked: Type.Integer() }),
  async run({ database }, { userId, sessionId }) {
    const where = { userId: userId ?? '', id: { not: sessionId ?? '' } }
    const { count } = await database.client.session.deleteMany({ where })
    return { revoked: count }
  },
})
