import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { gone } from '../api/shapes.ts'
import { revokeManagementKey as revoke } from '../management-keys.ts'

export const revokeManagementKey = endpoint({
  id: 'revokeManagementKey',
  method: 'delete',
  path: '/organisation/:org/management-keys/:key',
  summary: 'Revokes a management key at once.',
  permission: 'management-keys:write',
  answer: gone,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    if (!(await revoke(database, { organisationId, id: params.key! }))) throw new ApiError('NOT_FOUND')
    return {}
  },
})
