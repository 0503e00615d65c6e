import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { gone } from '../api/shapes.ts'

export const revokeSession = endpoint({
  id: 'revokeSession',
  method: 'delete',
  path: '/me/sessions/:session',
  summary: 'Ends a session of the caller, at once.',
  permission: 'sessions:write',
  answer: gone,
  fails: ['NOT_FOUND'],
  async run({ database }, { userId }, { params }) {
    const where = { id: params.session!, userId: userId ?? '' }
    const { count } = await database.client.session.deleteMany({ where })
    if (count === 0) throw new ApiError('NOT_FOUND')
    return {}
  },
})
