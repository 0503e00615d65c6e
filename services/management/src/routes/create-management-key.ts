import { Type } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { ALL, isAllowed, permissions, type Permission } from '../api/permissions.ts'
import { refuseMoreThan } from '../api/refuse.ts'
import { managementKey, name } from '../api/shapes.ts'
import { showManagementKey } from '../api/show.ts'
import { createManagementKey as create, listManagementKeys } from '../management-keys.ts'

const MOST_KEYS = 100

const choices = [ALL, ...(Object.keys(permissions) as Permission[])] as const

export const createManagementKey = endpoint({
  id: 'createManagementKey',
  method: 'post',
  path: '/organisation/:org/management-keys',
  summary: 'Makes a management key, which may do no more than the caller. It is shown here, and never again.',
  permission: 'management-keys:write',
  body: Type.Object({
    name,
    permissions: Type.Array(Type.Enum([...choices]), { minItems: 1, uniqueItems: true }),
  }),
  answer: Type.Object({
    key: Type.String({ description: 'For the header `x-api-key`.' }),
    ...managementKey.properties,
  }),
  fails: ['NOT_FOUND'],
  async run({ database }, caller, { body }) {
    const { organisationId } = caller
    const wanted = body.permissions
    const missing = wanted.find((each) =>
      each === ALL ? !caller.permissions.includes(ALL) : !isAllowed(caller.permissions, each),
    )
    if (missing)
      throw new ApiError('FORBIDDEN', { message: `The caller lacks the permission "${missing}" itself.` })
    const keys = await listManagementKeys(database, organisationId)
    refuseMoreThan(MOST_KEYS, keys.filter(({ revokedAt }) => revokedAt === null).length)
    const made = await create(database, { organisationId, name: body.name, permissions: wanted })
    return { key: made.key, ...showManagementKey(made) }
  },
})
