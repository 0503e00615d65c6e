import { RenderError } from '@render/errors'
import { Type } from 'typebox'
import { ApiError, orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { orNull, project } from '../api/shapes.ts'
import { showProject } from '../api/show.ts'
import { changeRenderDefaults as change } from '../render-defaults.ts'

export const changeRenderDefaults = endpoint({
  id: 'changeRenderDefaults',
  method: 'patch',
  path: '/organisation/:org/projects/:project/render-defaults',
  summary:
    'Changes the options that lie under those of every render of a project. Every gateway knows within five seconds.',
  permission: 'projects:write',
  body: Type.Object({
    options: orNull(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Options by name, as `GET /v1/options` of the Render API lists them; null takes one away, and instead of all of them everything. A secret that comes back as it is shown stays what it was.',
      }),
    ),
  }),
  answer: project,
  fails: ['NOT_FOUND'],
  async run({ database, vault }, { organisationId }, { params, body: { options } }) {
    const place = { organisationId, projectId: params.project! }
    return showProject(orNotFound(await change(database, vault, place, options).catch(refuse)))
  },
})

/** What the Render API complains of, the Management API does alike. */
function refuse(error: unknown): never {
  if (!(error instanceof RenderError)) throw error
  const { message, details = [] } = error
  const data = details.map(({ option, message }) => ({
    path: option === 'options' ? 'body.options' : `body.options.${option}`,
    message,
  }))
  throw new ApiError('BAD_REQUEST', { message, data })
}
