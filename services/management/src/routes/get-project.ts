import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { findProject } from '../projects.ts'

export const getProject = endpoint({
  id: 'getProject',
  method: 'get',
  path: '/organisation/:org/projects/:project',
  summary: 'One project.',
  permission: 'projects:read',
  answer: project,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    return showProject(
      orNotFound(await findProject(database, { organisationId, projectId: params.project! })),
    )
  },
})
