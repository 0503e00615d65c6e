import { Type, type Static } from 'typebox'
import { ApiError, orNotFound, requireBelowLimit } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { empty, orNull, time } from '../api/schemas.ts'
import type { ProjectKey } from '../generated/client.ts'
import { createProjectKeys, listProjectKeys, revokeProjectKey } from './project-keys.ts'
import { findProject } from './projects.ts'

const ROOT = '/organisation/:org/projects/:project/api-credentials'
/** Every key has a rate limit of its own: without a bound, a plan's limit could be bypassed. */
const MAX_KEYS = 100

const projectKey = Type.Object({
  id: Type.String({ description: 'Begins with `key_`.' }),
  kind: Type.Enum(['secret', 'publishable']),
  shown: Type.String({ description: 'The beginning and the end of the key.' }),
  revoked: Type.Boolean(),
  lastUsedAt: orNull(
    time('When a request last used the key, accurate to an hour; null if it was never used.'),
  ),
  createdAt: time('When the key was created.'),
})

export const projectKeyEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listProjectKeys',
    method: 'get',
    path: ROOT,
    summary: 'List the keys of a project, including revoked ones, without the keys themselves.',
    permission: 'keys:read',
    response: Type.Object({ apiCredentials: Type.Array(projectKey) }),
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params }) {
      const owner = { organisationId, projectId: params.project! }
      orNotFound(await findProject(database, owner))
      return { apiCredentials: (await listProjectKeys(database, owner)).map(serializeKey) }
    },
  }),
  endpoint({
    id: 'createProjectKeys',
    method: 'post',
    changesAccount: true,
    path: ROOT,
    summary: 'Create a pair of keys for a project. The keys are returned only here.',
    permission: 'keys:write',
    response: Type.Object({
      apiKey: Type.String({ description: 'The publishable key, for render links.' }),
      apiSecret: Type.String({ description: 'The secret key, for creating renders.' }),
      apiCredentials: Type.Array(projectKey),
    }),
    failures: ['NOT_FOUND'],
    async run({ database, vault }, { organisationId }, { params }) {
      const owner = { organisationId, projectId: params.project! }
      orNotFound(await findProject(database, owner))
      const count = await database.client.projectKey.count({ where: { ...owner, revokedAt: null } })
      requireBelowLimit(count, { limit: MAX_KEYS, things: 'keys', owner: 'a project' })
      const { secret, publishable } = await createProjectKeys(database, vault, owner)
      const apiCredentials = [secret, publishable].map(serializeKey)
      return { apiKey: publishable.key, apiSecret: secret.key, apiCredentials }
    },
  }),
  endpoint({
    id: 'revokeProjectKey',
    method: 'delete',
    changesAccount: true,
    path: `${ROOT}/:key`,
    summary: 'Revoke a key of a project. Every gateway refuses it within five seconds.',
    permission: 'keys:write',
    response: empty,
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params }) {
      const owner = { organisationId, projectId: params.project! }
      if (!(await revokeProjectKey(database, owner, params.key!))) throw new ApiError('NOT_FOUND')
      return {}
    },
  }),
]

function serializeKey(row: ProjectKey): Static<typeof projectKey> {
  const { id, kind, prefix, last4, createdAt, lastUsedAt } = row
  return {
    id,
    kind,
    shown: `${prefix}_…${last4}`,
    revoked: row.revokedAt !== null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
