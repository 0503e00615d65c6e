import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { changeProject as change } from '../projects.ts'

export const changeProject = endpoint({
  id: 'changeProject',
  method: 'patch',
  path: '/organisation/:org/projects/:project',
  summary:
    'Renames a project, enables or disables it, or changes how it renders. Every gateway knows within five seconds.',
  permission: 'projects:write',
  body: Type.Partial(Type.Pick(project, ['name', 'enabled', 'tokenless', 'engineVersion'])),
  answer: project,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params, body }) {
    return showProject(
      orNotFound(await change(database, { organisationId, projectId: params.project! }, body)),
    )
  },
})
