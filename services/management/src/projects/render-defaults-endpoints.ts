import { RenderError } from '@render/errors'
import { Type } from 'typebox'
import { ApiError, orNotFound } from '../api/api-error.ts'
import { endpoint, withoutOrganisation, type Endpoint } from '../api/endpoint.ts'
import { orNull } from '../api/schemas.ts'
import { project, serializeProject } from './project-schema.ts'
import { updateRenderDefaults } from './render-defaults.ts'

const changeRenderDefaults = endpoint({
  id: 'changeRenderDefaults',
  method: 'patch',
  changesAccount: true,
  path: '/organisation/:org/projects/:project/render-defaults',
  summary:
    'Replace the default options of every render of a project. Every gateway applies them within five seconds.',
  permission: 'projects:write',
  body: Type.Object({
    options: orNull(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Options by name, as listed by `GET /v1/options` of the Render API. Options that are missing or null are removed; null instead of the object removes all. A masked secret keeps its value, in a list only as part of an unchanged item.',
      }),
    ),
  }),
  response: project,
  failures: ['NOT_FOUND'],
  async run(context, { organisationId }, { params, body: { options } }) {
    const owner = { organisationId, projectId: params.project! }
    const updated = await updateRenderDefaults(context, owner, options).catch(mapOptionErrors)
    return serializeProject(orNotFound(updated))
  },
})

export const renderDefaultsEndpoints: readonly Endpoint[] = [
  changeRenderDefaults,
  withoutOrganisation(changeRenderDefaults),
]

/** Reports invalid options with the messages of the Render API. */
function mapOptionErrors(error: unknown): never {
  if (!(error instanceof RenderError)) throw error
  const { message, details = [] } = error
  const data = details.map(({ option, message }) => ({
    path: option === 'options' ? 'body.options' : `body.options.${option}`,
    message,
  }))
  throw new ApiError('BAD_REQUEST', { message, data })
}
