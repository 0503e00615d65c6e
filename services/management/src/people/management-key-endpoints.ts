import { Type, type Static } from 'typebox'
import { requireBelowLimit } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { ALL, permissions, type Permission } from '../api/permissions.ts'
import { empty, name, time } from '../api/schemas.ts'
import type { ManagementKey } from '../generated/client.ts'
import { createManagementKey, listManagementKeys, revokeManagementKey } from './management-keys.ts'
import { requirePermissions } from './require-rights.ts'

const ROOT = '/organisation/:org/management-keys'
const MAX_KEYS = 100

const managementKey = Type.Object({
  id: Type.String({ description: 'Begins with `mkey_`.' }),
  name,
  permissions: Type.Array(Type.String(), {
    description: 'Permission names; `*` means all, including future ones.',
  }),
  shown: Type.String({ description: 'The beginning and the end of the key.' }),
  revoked: Type.Boolean(),
  createdAt: time('When the key was created.'),
})

const permissionNames = [ALL, ...(Object.keys(permissions) as Permission[])] as const

export const managementKeyEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listManagementKeys',
    method: 'get',
    path: ROOT,
    summary: 'List all management keys, including revoked ones, without the keys themselves.',
    permission: 'management-keys:read',
    response: Type.Object({ managementKeys: Type.Array(managementKey) }),
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }) {
      return { managementKeys: (await listManagementKeys(database, organisationId)).map(serializeKey) }
    },
  }),
  endpoint({
    id: 'createManagementKey',
    method: 'post',
    path: ROOT,
    summary:
      'Create a management key with at most the permissions of the caller. The key is returned only here.',
    permission: 'management-keys:write',
    body: Type.Object({
      name,
      permissions: Type.Array(Type.Enum([...permissionNames]), { minItems: 1, uniqueItems: true }),
    }),
    response: Type.Object({
      key: Type.String({ description: 'For the header `x-api-key`.' }),
      ...managementKey.properties,
    }),
    failures: ['NOT_FOUND'],
    async run({ database }, caller, { body }) {
      const { organisationId } = caller
      requirePermissions(body.permissions, caller)
      const count = await database.client.managementKey.count({ where: { organisationId, revokedAt: null } })
      requireBelowLimit(count, { limit: MAX_KEYS, things: 'management keys' })
      const created = await createManagementKey(database, { organisationId, ...body })
      return { key: created.key, ...serializeKey(created) }
    },
  }),
  endpoint({
    id: 'revokeManagementKey',
    method: 'delete',
    path: `${ROOT}/:key`,
    summary: 'Revoke a management key immediately. The caller needs all permissions of the key.',
    permission: 'management-keys:write',
    response: empty,
    failures: ['NOT_FOUND'],
    async run({ database }, caller, { params }) {
      await revokeManagementKey(database, { organisationId: caller.organisationId, id: params.key! }, caller)
      return {}
    },
  }),
]

function serializeKey(row: ManagementKey): Static<typeof managementKey> {
  const { id, name, permissions, prefix, last4, createdAt } = row
  return {
    id,
    name,
    permissions,
    shown: `${prefix}_…${last4}`,
    revoked: row.revokedAt !== null,
    createdAt: createdAt.toISOString(),
  }
}
