import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { projectKey } from '../api/shapes.ts'
import { showProjectKey } from '../api/show.ts'
import { listProjectKeys as list } from '../project-keys.ts'
import { findProject } from '../projects.ts'

export const listProjectKeys = endpoint({
  id: 'listProjectKeys',
  method: 'get',
  path: '/organisation/:org/projects/:project/api-credentials',
  summary: 'The keys of a project, revoked ones too, without the keys themselves.',
  permission: 'keys:read',
  answer: Type.Object({ apiCredentials: Type.Array(projectKey) }),
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    const place = { organisationId, projectId: params.project! }
    orNotFound(await findProject(database, place))
    return { apiCredentials: (await list(database, place)).map(showProjectKey) }
  },
})
