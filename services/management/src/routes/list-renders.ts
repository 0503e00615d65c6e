import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { cursor, next, render, renderStatus, time } from '../api/shapes.ts'
import { showRender } from '../api/show.ts'
import { cutList } from '../list-order.ts'
import { listRenders as list } from '../renders.ts'

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
    from: Type.Optional(time('Accepted then or later.')),
    until: Type.Optional(time('Accepted before.')),
    ...cursor,
  }),
  answer: Type.Object({ renders: Type.Array(render), next }),
  async run({ database, artefactUrl }, { organisationId }, { query }) {
    const { project, from, until, after, limit, ...others } = query
    const filter = {
      ...others,
      ...(project !== undefined && { projectId: project }),
      ...(from !== undefined && { from: new Date(from) }),
      ...(until !== undefined && { until: new Date(until) }),
    }
    const rows = await list(database, organisationId, { filter, after, limit: limit + 1 })
    const { shown, next } = cutList(rows, limit)
    return { renders: shown.map((row) => showRender(row, artefactUrl)), next }
  },
})
