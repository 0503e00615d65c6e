import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { gone } from '../api/shapes.ts'
import { deleteProject as destroy } from '../projects.ts'

export const deleteProject = endpoint({
  id: 'deleteProject',
  method: 'delete',
  path: '/organisation/:org/projects/:project',
  summary: 'Deletes a project for good. Records of its renders stay until their time is over.',
  permission: 'projects:write',
  answer: gone,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    if (!(await destroy(database, { organisationId, projectId: params.project! })))
      throw new ApiError('NOT_FOUND')
    return {}
  },
})
