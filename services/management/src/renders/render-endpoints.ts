import type { PlainError } from '@render/errors'
import { errorBody } from '@render/http'
import { laterError, publicResult, type RenderOutcome } from '@render/outputs'
import { Type, type Static } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { cursor, next, orNull, time } from '../api/schemas.ts'
import { pageOf } from '../database/list-order.ts'
import type { Render } from '../generated/client.ts'
import { findRender, listRenders } from './list-renders.ts'

const ROOT = '/organisation/:org/renders'

const status = Type.Enum(['succeeded', 'failed'])
const anyObject = Type.Record(Type.String(), Type.Unknown())

const render = Type.Object({
  renderId: Type.String(),
  projectId: Type.String(),
  status,
  format: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  attempts: orNull(Type.Integer({ description: 'Number of attempts; null when it is not known.' })),
  createdAt: time('When the request was accepted.'),
  endedAt: time('When the render finished.'),
  error: orNull(anyObject),
  result: orNull(anyObject),
})

export const renderEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listRenders',
    method: 'get',
    path: ROOT,
    summary: 'List finished renders, latest first.',
    permission: 'renders:read',
    query: Type.Object({
      project: Type.Optional(Type.String({ description: 'Id of a project.' })),
      status: Type.Optional(status),
      format: Type.Optional(Type.String()),
      tag: Type.Optional(Type.String({ description: 'One of the values of the option `tag`.' })),
      from: Type.Optional(time('Earliest time of acceptance, inclusive.')),
      until: Type.Optional(time('Latest time of acceptance, exclusive.')),
      ...cursor,
    }),
    response: Type.Object({ renders: Type.Array(render), next }),
    async run({ database, artefactUrl }, { organisationId }, { query }) {
      const { project, from, until, after, limit, ...others } = query
      const filter = {
        ...others,
        ...(project !== undefined && { projectId: project }),
        ...(from !== undefined && { from: new Date(from) }),
        ...(until !== undefined && { until: new Date(until) }),
      }
      const rows = await listRenders(database, organisationId, { filter, after, limit: limit + 1 })
      const { page, next } = pageOf(rows, limit)
      return { renders: page.map((row) => serializeRender(row, artefactUrl)), next }
    },
  }),
  endpoint({
    id: 'getRender',
    method: 'get',
    path: `${ROOT}/:render`,
    summary: 'Get a finished render.',
    permission: 'renders:read',
    response: render,
    failures: ['NOT_FOUND'],
    async run({ database, artefactUrl }, { organisationId }, { params }) {
      const row = orNotFound(await findRender(database, { organisationId, id: params.render! }))
      return serializeRender(row, artefactUrl)
    },
  }),
]

function serializeRender(row: Render, artefactUrl: string): Static<typeof render> {
  const { id, projectId, status, attempts, createdAt, endedAt } = row
  const { format = null, tag = [] } = row.options as { format?: string; tag?: string[] }
  return {
    renderId: id,
    projectId,
    status,
    format,
    tags: tag,
    attempts,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt.toISOString(),
    error: row.error ? errorBody(laterError(row.error as unknown as PlainError)) : null,
    result: row.outcome ? { ...publicResult(row.outcome as unknown as RenderOutcome, artefactUrl) } : null,
  }
}
