import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { member, role } from '../api/shapes.ts'
import { showMember } from '../api/show.ts'
import { changeRole } from '../members.ts'

export const changeMember = endpoint({
  id: 'changeMember',
  method: 'patch',
  path: '/organisation/:org/members/:member',
  summary: 'Makes a member something else. Only owners make owners, or change one; one is left always.',
  permission: 'members:write',
  body: Type.Object({ role }),
  answer: member,
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database }, { organisationId, role: by }, { params, body }) {
    const place = { organisationId, id: params.member! }
    return showMember(await changeRole(database, place, { role: body.role, by }))
  },
})
