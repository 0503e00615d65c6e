import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { role, time } from '../api/shapes.ts'
import { inviteMember as invite } from '../invitations.ts'
import { invitation } from '../sign-in/mails.ts'

export const inviteMember = endpoint({
  id: 'inviteMember',
  method: 'post',
  path: '/organisation/:org/invitations',
  summary: 'Invites an address by a mail with a token, which its user accepts within a week.',
  permission: 'members:write',
  body: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' }),
    role,
  }),
  answer: Type.Object({ email: Type.String(), role, expiresAt: time('Until then it can be accepted.') }),
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database, sendMail }, { organisationId, role: by }, { body }) {
    const { expiresAt, ...told } = await invite(database, { organisationId, ...body }, { by })
    sendMail(invitation(body.email, told))
    return { ...body, expiresAt: expiresAt.toISOString() }
  },
})
