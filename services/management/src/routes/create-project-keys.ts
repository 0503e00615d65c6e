import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { refuseMoreThan } from '../api/refuse.ts'
import { projectKey } from '../api/shapes.ts'
import { showProjectKey } from '../api/show.ts'
import { createProjectKeys as create, listProjectKeys } from '../project-keys.ts'
import { findProject } from '../projects.ts'

/** Each has a rate of its own. */
const MOST_KEYS = 100

export const createProjectKeys = endpoint({
  id: 'createProjectKeys',
  method: 'post',
  path: '/organisation/:org/projects/:project/api-credentials',
  summary: 'Makes a pair of keys for a project. They are shown here, and never again.',
  permission: 'keys:write',
  answer: Type.Object({
    apiKey: Type.String({ description: 'The publishable key, for render links.' }),
    apiSecret: Type.String({ description: 'The secret key, to make renders with.' }),
    apiCredentials: Type.Array(projectKey),
  }),
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    const place = { organisationId, projectId: params.project! }
    orNotFound(await findProject(database, place))
    const keys = await listProjectKeys(database, place)
    refuseMoreThan(MOST_KEYS, keys.filter(({ revokedAt }) => revokedAt === null).length)
    const { secret, publishable } = await create(database, place)
    const apiCredentials = [secret, publishable].map(showProjectKey)
    return { apiKey: publishable.key, apiSecret: secret.key, apiCredentials }
  },
})
