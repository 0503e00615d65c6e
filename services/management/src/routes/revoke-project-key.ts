import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { gone } from '../api/shapes.ts'
import { revokeProjectKey as revoke } from '../project-keys.ts'

export const revokeProjectKey = endpoint({
  id: 'revokeProjectKey',
  method: 'delete',
  path: '/organisation/:org/projects/:project/api-credentials/:key',
  summary: 'Revokes a key of a project. Every gateway refuses it within five seconds.',
  permission: 'keys:write',
  answer: gone,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    const place = { organisationId, projectId: params.project! }
    if (!(await revoke(database, place, params.key!))) throw new ApiError('NOT_FOUND')
    return {}
  },
})
