import { Type } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { time } from '../api/schemas.ts'
import { invitationMail } from '../sign-in/mails.ts'
import { acceptInvitation, createInvitation } from './invitations.ts'
import { role } from './member-endpoints.ts'

export const invitationEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'inviteMember',
    method: 'post',
    path: '/organisation/:org/invitations',
    summary:
      'Invite an e-mail address: it is sent a token, which a user with that address can accept for a week. The caller needs all permissions of the role.',
    permission: 'members:write',
    body: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' }),
      role,
    }),
    response: Type.Object({ email: Type.String(), role, expiresAt: time('When the token expires.') }),
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database, sendMail }, caller, { body }) {
      const invitation = { organisationId: caller.organisationId, ...body }
      const { expiresAt, ...content } = await createInvitation(database, invitation, caller)
      sendMail(invitationMail(body.email, content))
      return { ...body, expiresAt: expiresAt.toISOString() }
    },
  }),
  endpoint({
    id: 'acceptInvitation',
    method: 'post',
    path: '/me/invitations',
    summary:
      'Make the caller a member of the organisation that invited their e-mail address. Use `set-active` to switch the session to it.',
    permission: 'sessions:write',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 255, description: 'The token of the invitation mail.' }),
    }),
    response: Type.Object({
      id: Type.String({ description: 'Id of the new member; begins with `mem_`.' }),
      organisationId: Type.String(),
      role,
    }),
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database }, { userId }, { body: { token } }) {
      if (userId === null) throw new ApiError('NOT_FOUND')
      const { id, organisationId, role } = await acceptInvitation(database, { userId, token })
      return { id, organisationId, role }
    },
  }),
]
