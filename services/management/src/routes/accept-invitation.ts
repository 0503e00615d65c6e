import { Type } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { role } from '../api/shapes.ts'
import { acceptInvitation as accept } from '../invitations.ts'

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'post',
  path: '/me/invitations',
  summary:
    'Lets the caller into the organisation that their address was invited to; `set-active` is what goes there.',
  permission: 'sessions:write',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 255, description: 'Of the mail.' }) }),
  answer: Type.Object({
    id: Type.String({ description: "The member's: begins with `mem_`." }),
    organisationId: Type.String(),
    role,
  }),
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database }, { userId }, { body: { token } }) {
    if (userId === null) throw new ApiError('NOT_FOUND')
    const { id, organisationId, role } = await accept(database, { userId, token })
    return { id, organisationId, role }
  },
})
