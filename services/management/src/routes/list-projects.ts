import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { listProjects as list } from '../projects.ts'

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'get',
  path: '/projects',
  summary: 'All projects, the oldest first.',
  permission: 'projects:read',
  answer: Type.Object({ projects: Type.Array(project) }),
  async run({ database }, { organisationId }) {
    return { projects: (await list(database, organisationId)).map(showProject) }
  },
})
