import { Type } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { ALL } from '../api/permissions.ts'
import { member, role } from '../api/shapes.ts'
import { showMember } from '../api/show.ts'
import { changeRole } from '../members.ts'

export const changeMember = endpoint({
  id: 'changeMember',
  method: 'patch',
  path: '/organisation/:org/members/:member',
  summary:
    'Makes a member something else. Only owners make owners, or change one; one is left always. Only who may do everything makes admins.',
  permission: 'members:write',
  body: Type.Object({ role }),
  answer: member,
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database }, { organisationId, role: by, permissions }, { params, body }) {
    // Nobody gets more by somebody else than they may themselves.
    if (body.role !== 'member' && !permissions.includes(ALL))
      throw new ApiError('FORBIDDEN', { message: `The caller lacks the permission "${ALL}" itself.` })
    const place = { organisationId, id: params.member! }
    return showMember(await changeRole(database, place, { role: body.role, by }))
  },
})
