import { endpoint } from '../api/endpoint.ts'
import { gone } from '../api/shapes.ts'
import { removeMember as remove } from '../members.ts'

export const removeMember = endpoint({
  id: 'removeMember',
  method: 'delete',
  path: '/organisation/:org/members/:member',
  summary:
    'Puts a member out of the organisation at once. Only owners do that to owners; one is left always.',
  permission: 'members:write',
  answer: gone,
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database }, { organisationId, role: by }, { params }) {
    await remove(database, { organisationId, id: params.member! }, { by })
    return {}
  },
})
