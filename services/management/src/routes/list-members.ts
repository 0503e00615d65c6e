import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { member } from '../api/shapes.ts'
import { showMember } from '../api/show.ts'
import { listMembers as list } from '../members.ts'

export const listMembers = endpoint({
  id: 'listMembers',
  method: 'get',
  path: '/organisation/:org/members',
  summary: 'Who is in the organisation, and what they are in it.',
  permission: 'members:read',
  answer: Type.Object({ members: Type.Array(member) }),
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }) {
    return { members: (await list(database, organisationId)).map(showMember) }
  },
})
