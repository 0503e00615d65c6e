import { showDefaults, type Defaults } from '@render/options'
import { Type, type Static } from 'typebox'
import { ApiError, orNotFound, requireBelowLimit } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { empty, hint, name, orNull } from '../api/schemas.ts'
import { project, serializeProject } from './project-schema.ts'
import {
  createProject,
  deleteProject,
  findProjectDetail,
  listProjects,
  updateProject,
  type ProjectDetail,
} from './projects.ts'
import { openDefaults } from './render-defaults.ts'

const ONE = '/organisation/:org/projects/:project'
/** Rate limits and outstanding renders are counted per project: without a bound, a plan's limits could be bypassed. */
const MAX_PROJECTS = 1000

const projectDetail = Type.Object({
  ...project.properties,
  region: orNull(Type.String({ description: 'Default of the option `region`.' })),
  renderQueue: orNull(Type.String({ description: 'Default of the option `render_queue`.' })),
  webhookKey: orNull(hint),
  defaultOptions: orNull(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Default options of every render of the project; secrets are masked.',
    }),
  ),
})

export const projectEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listProjects',
    method: 'get',
    path: '/projects',
    summary: 'List all projects, oldest first.',
    permission: 'projects:read',
    response: Type.Object({ projects: Type.Array(project) }),
    async run({ database }, { organisationId }) {
      return { projects: (await listProjects(database, organisationId)).map(serializeProject) }
    },
  }),
  endpoint({
    id: 'createProject',
    method: 'post',
    path: '/projects',
    summary:
      'Create a project without keys. It has a webhook secret, which is unknown until it is rotated for the first time.',
    permission: 'projects:write',
    body: Type.Object({ name }),
    response: project,
    async run({ database, vault }, { organisationId }, { body }) {
      const count = await database.client.project.count({ where: { organisationId } })
      requireBelowLimit(count, { limit: MAX_PROJECTS, things: 'projects' })
      return serializeProject(await createProject(database, vault, { organisationId, name: body.name }))
    },
  }),
  endpoint({
    id: 'getProject',
    method: 'get',
    path: ONE,
    summary: 'Get a project with its render defaults.',
    permission: 'projects:read',
    response: projectDetail,
    failures: ['NOT_FOUND'],
    async run({ database, vault }, { organisationId }, { params }) {
      const owner = { organisationId, projectId: params.project! }
      const found = orNotFound(await findProjectDetail(database, owner))
      return serializeDetail(found, await openDefaults(vault, found))
    },
  }),
  endpoint({
    id: 'changeProject',
    method: 'patch',
    changesAccount: true,
    path: ONE,
    summary:
      'Rename, enable or disable a project, or change how it renders. Every gateway applies it within five seconds.',
    permission: 'projects:write',
    body: Type.Partial(Type.Pick(project, ['name', 'enabled', 'tokenless', 'engineVersion'])),
    response: project,
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params, body }) {
      const owner = { organisationId, projectId: params.project! }
      return serializeProject(orNotFound(await updateProject(database, owner, body)))
    },
  }),
  endpoint({
    id: 'deleteProject',
    method: 'delete',
    changesAccount: true,
    path: ONE,
    summary: 'Delete a project permanently. Records of its renders stay until their retention ends.',
    permission: 'projects:write',
    response: empty,
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params }) {
      const deleted = await deleteProject(database, { organisationId, projectId: params.project! })
      if (!deleted) throw new ApiError('NOT_FOUND')
      return {}
    },
  }),
]

function serializeDetail(row: ProjectDetail, defaults: Defaults): Static<typeof projectDetail> {
  const { region, render_queue } = defaults as { region?: string; render_queue?: string }
  const [webhookSecret] = row.webhookSecrets
  return {
    ...serializeProject(row),
    region: region ?? null,
    renderQueue: render_queue ?? null,
    webhookKey: webhookSecret ? `whsec_…${webhookSecret.last4}` : null,
    defaultOptions: row.sealedDefaults === null ? null : showDefaults(defaults),
  }
}
