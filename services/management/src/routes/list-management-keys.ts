import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { managementKey } from '../api/shapes.ts'
import { showManagementKey } from '../api/show.ts'
import { listManagementKeys as list } from '../management-keys.ts'

export const listManagementKeys = endpoint({
  id: 'listManagementKeys',
  method: 'get',
  path: '/organisation/:org/management-keys',
  summary: 'The management keys, revoked ones too, without the keys themselves.',
  permission: 'management-keys:read',
  answer: Type.Object({ managementKeys: Type.Array(managementKey) }),
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }) {
    return { managementKeys: (await list(database, organisationId)).map(showManagementKey) }
  },
})
