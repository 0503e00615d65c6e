import { Type, type Static } from 'typebox'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { empty, time } from '../api/schemas.ts'
import { deleteMember, listMembers, updateRole, type MemberWithUser } from './members.ts'

const ROOT = '/organisation/:org/members'

export const role = Type.Enum(['owner', 'admin', 'member'])

const member = Type.Object({
  id: Type.String({ description: 'Begins with `mem_`.' }),
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role,
  createdAt: time('When the user became a member.'),
})

export const memberEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listMembers',
    method: 'get',
    path: ROOT,
    summary: 'List the members of the organisation with their roles, oldest first.',
    permission: 'members:read',
    response: Type.Object({ members: Type.Array(member) }),
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }) {
      return { members: (await listMembers(database, organisationId)).map(serializeMember) }
    },
  }),
  endpoint({
    id: 'changeMember',
    method: 'patch',
    path: `${ROOT}/:member`,
    summary:
      'Change the role of a member. The caller needs all permissions of both roles. Only owners can appoint or change an owner, and the last owner keeps the role.',
    permission: 'members:write',
    body: Type.Object({ role }),
    response: member,
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database }, caller, { params, body }) {
      const key = { organisationId: caller.organisationId, id: params.member! }
      return serializeMember(await updateRole(database, key, { role: body.role, caller }))
    },
  }),
  endpoint({
    id: 'removeMember',
    method: 'delete',
    changesAccount: true,
    path: `${ROOT}/:member`,
    summary:
      'Remove a member from the organisation immediately. The caller needs all permissions of their role. Only owners can remove an owner, and the last owner cannot be removed.',
    permission: 'members:write',
    response: empty,
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database }, caller, { params }) {
      await deleteMember(database, { organisationId: caller.organisationId, id: params.member! }, caller)
      return {}
    },
  }),
]

function serializeMember({ id, userId, role, createdAt, user }: MemberWithUser): Static<typeof member> {
  const { name, email } = user
  return { id, userId, name, email, role, createdAt: createdAt.toISOString() }
}
