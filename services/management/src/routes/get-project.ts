import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { projectDetail } from '../api/shapes.ts'
import { showProjectDetail } from '../api/show.ts'
import { findProjectDetail } from '../projects.ts'
import { openDefaults } from '../render-defaults.ts'

export const getProject = endpoint({
  id: 'getProject',
  method: 'get',
  path: '/organisation/:org/projects/:project',
  summary: 'One project, and how its renders are made.',
  permission: 'projects:read',
  answer: projectDetail,
  fails: ['NOT_FOUND'],
  async run({ database, vault }, { organisationId }, { params }) {
    const found = orNotFound(
      await findProjectDetail(database, { organisationId, projectId: params.project! }),
    )
    return showProjectDetail(found, await openDefaults(vault, found))
  },
})
