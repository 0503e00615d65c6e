import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { render } from '../api/shapes.ts'
import { showRender } from '../api/show.ts'
import { findRender } from '../renders.ts'

export const getRender = endpoint({
  id: 'getRender',
  method: 'get',
  path: '/organisation/:org/renders/:render',
  summary: 'One render that is over.',
  permission: 'renders:read',
  answer: render,
  fails: ['NOT_FOUND'],
  async run({ database, artefactUrl }, { organisationId }, { params }) {
    return showRender(
      orNotFound(await findRender(database, { organisationId, id: params.render! })),
      artefactUrl,
    )
  },
})
