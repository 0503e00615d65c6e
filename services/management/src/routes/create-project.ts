import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { name, project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { createProject as create } from '../projects.ts'

export const createProject = endpoint({
  id: 'createProject',
  method: 'post',
  path: '/projects',
  summary: 'Makes a project. It has no keys yet, and a webhook secret that nobody knows until it is rotated.',
  permission: 'projects:write',
  body: Type.Object({ name }),
  answer: project,
  async run({ database, vault }, { organisationId }, { body }) {
    return showProject(await create(database, vault, { organisationId, name: body.name }))
  },
})
