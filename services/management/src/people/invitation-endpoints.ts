import { Type, type Static } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { empty, nullable, time } from '../api/schemas.ts'
import { invitationMail } from '../sign-in/mails.ts'
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  withdrawInvitation,
  type OpenInvitation,
} from './invitations.ts'
import { role } from './member-endpoints.ts'

const ROOT = '/organisation/:org/invitations'

/** Characters that in the header of a mail separate or comment addresses do not belong to one. */
const EMAIL = String.raw`^[^\s@<>(),:;"\\[\]]+@[^\s@<>(),:;"\\[\]]+$`

const expiresAt = time('When the token expires.')

const id = Type.String({ description: 'Begins with `ver_`.' })

const invitation = Type.Object({
  id,
  email: nullable(Type.String({ description: 'Null when an earlier version created the invitation.' })),
  role,
  createdAt: time('When the address was invited.'),
  expiresAt,
})

export const invitationEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listInvitations',
    method: 'get',
    path: ROOT,
    summary: 'List the open invitations of the organisation, oldest first, without their tokens.',
    permission: 'members:read',
    response: Type.Object({ invitations: Type.Array(invitation) }),
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }) {
      return { invitations: (await listInvitations(database, organisationId)).map(serializeInvitation) }
    },
  }),
  endpoint({
    id: 'withdrawInvitation',
    method: 'delete',
    path: `${ROOT}/:invitation`,
    summary:
      'Withdraw an open invitation: its token is invalid immediately. The caller needs all permissions of the role.',
    permission: 'members:write',
    response: empty,
    failures: ['NOT_FOUND'],
    async run({ database }, caller, { params }) {
      const key = { organisationId: caller.organisationId, id: params.invitation! }
      await withdrawInvitation(database, key, caller)
      return {}
    },
  }),
  endpoint({
    id: 'inviteMember',
    method: 'post',
    path: ROOT,
    summary:
      'Invite an e-mail address: it is sent a token, which a user with that address can accept for a week. The caller needs all permissions of the role.',
    permission: 'members:write',
    body: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 254, pattern: EMAIL }),
      role,
    }),
    response: Type.Object({ id, email: Type.String(), role, expiresAt }),
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database, sendMail, signUp }, caller, { body }) {
      const invitation = { organisationId: caller.organisationId, ...body }
      const { id, expiresAt, ...content } = await createInvitation(database, invitation, caller)
      sendMail(invitationMail(body.email, { ...content, signUp }))
      return { id, ...body, expiresAt: expiresAt.toISOString() }
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

function serializeInvitation(row: OpenInvitation): Static<typeof invitation> {
  const { id, email, role, createdAt, expiresAt } = row
  return {
    id,
    email: email ?? null,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
