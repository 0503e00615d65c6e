import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { orNull, render, renderStatus } from '../api/shapes.ts'
import { showRender } from '../api/show.ts'
import { listRenders as list } from '../renders.ts'

const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

export const listRenders = endpoint({
  id: 'listRenders',
  method: 'get',
  path: '/organisation/:org/renders',
  summary: 'Renders that are over, the latest first.',
  permission: 'renders:read',
  query: Type.Object({
    project: Type.Optional(Type.String({ description: 'Of this project.' })),
    status: Type.Optional(renderStatus),
    format: Type.Optional(Type.String()),
    tag: Type.Optional(Type.String({ description: 'With this label among those of the option `tag`.' })),
    from: moment('Accepted then or later.'),
    until: moment('Accepted before.'),
    after: Type.Optional(Type.String({ description: 'The `next` of the answer before.' })),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  }),
  answer: Type.Object({
    renders: Type.Array(render),
    next: orNull(Type.String({ description: 'For `after`; null when these were the last.' })),
  }),
  async run({ database, artefactUrl }, { organisationId }, { query }) {
    const { project, from, until, after, limit, ...others } = query
    const filter = {
      ...others,
      ...(project !== undefined && { projectId: project }),
      ...(from !== undefined && { from: new Date(from) }),
      ...(until !== undefined && { until: new Date(until) }),
    }
    // One more than is shown tells whether there are more.
    const rows = await list(database, organisationId, { filter, after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    return {
      renders: shown.map((row) => showRender(row, artefactUrl)),
      next: rows.length > limit ? shown.at(-1)!.id : null,
    }
  },
})
