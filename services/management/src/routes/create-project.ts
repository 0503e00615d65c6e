import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { refuseMoreThan } from '../api/refuse.ts'
import { name, project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { createProject as create, listProjects } from '../projects.ts'

/** What a plan says of a project or a key would be worth nothing where there can be any number of them. */
const MOST_PROJECTS = 1000

export const createProject = endpoint({
  id: 'createProject',
  method: 'post',
  path: '/projects',
  summary: 'Makes a project. It has no keys yet, and a webhook secret that nobody knows until it is rotated.',
  permission: 'projects:write',
  body: Type.Object({ name }),
  answer: project,
  async run({ database, vault }, { organisationId }, { body }) {
    refuseMoreThan(MOST_PROJECTS, (await listProjects(database, organisationId)).length)
    return showProject(await create(database, vault, { organisationId, name: body.name }))
  },
})
