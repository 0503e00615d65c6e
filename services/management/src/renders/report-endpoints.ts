import { Type, type Static } from 'typebox'
import { ApiError, orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { orNull, time } from '../api/schemas.ts'
import type { RenderReport, ReportCategory } from '../generated/client.ts'
import { listReports, putReport, replyToReport } from './reports.ts'

const ROOT = '/organisation/:org/render-reports'

const category = Type.Enum([
  'bot-detection',
  'login-required',
  'missing-content',
  'cookie-banner-or-popup',
  'render-failed',
  'other',
])
const state = Type.Enum(['open', 'in_review', 'resolved'])
const renderId = Type.String({ minLength: 1, maxLength: 255 })
const fraction = Type.Number({ minimum: 0, maximum: 1, description: "Fraction of the image's side." })
const rects = Type.Array(
  Type.Object(
    {
      x: fraction,
      y: fraction,
      w: fraction,
      h: fraction,
      label: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 5, description: 'Rectangles of the image.' },
)

const report = Type.Object({
  id: Type.String({ description: 'Begins with `rpt_`.' }),
  renderId: Type.String(),
  category,
  comment: Type.String(),
  rects,
  state,
  outputUrl: orNull(Type.String({ description: 'Address of the rendered file.' })),
  outputFormat: orNull(Type.String()),
  resolutionMessage: orNull(Type.String()),
  resolutionExampleOptions: orNull(Type.Record(Type.String(), Type.Unknown())),
  resolutionExampleUrl: orNull(Type.String()),
  hasUnseenResolution: Type.Boolean({ description: 'Whether it was resolved since it was last listed.' }),
  createdAt: time('When the report was created.'),
})

export const reportEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'createReport',
    method: 'post',
    path: ROOT,
    summary:
      'Report a problem with a render of the last 60 days. A second report of the same render replaces the content of the first.',
    permission: 'reports:write',
    body: Type.Object({
      renderId: Type.String({
        ...renderId,
        description: 'Id of the render, or of the request that made it, except that of a batch.',
      }),
      category,
      comment: Type.String({ minLength: 1, maxLength: 2000 }),
      rects: Type.Optional(rects),
    }),
    response: report,
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database, artefactUrl }, { organisationId }, { body }) {
      const { category, rects = [], ...others } = body
      const content = { ...others, rects, category: parseCategory(category) }
      const saved = await putReport(database, { organisationId, artefactUrl, ...content })
      if (saved === 'unknown') throw new ApiError('NOT_FOUND', { message: 'Render not found.' })
      if (saved === 'busy')
        throw new ApiError('CONFLICT', { message: 'The report of this render is no longer open.' })
      return serializeReport(saved)
    },
  }),
  endpoint({
    id: 'listReports',
    method: 'get',
    path: ROOT,
    summary: 'List reports of renders, newest first.',
    permission: 'reports:read',
    query: Type.Object({
      renderId: Type.Optional(renderId),
      state: Type.Optional(state),
      category: Type.Optional(category),
      page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
    }),
    response: Type.Object({
      renderReports: Type.Array(report),
      page: Type.Number(),
      totalPages: Type.Number(),
    }),
    async run({ database }, { organisationId }, { query, isHead }) {
      const { page, limit, category, ...others } = query
      const filter = { ...others, ...(category && { category: parseCategory(category) }) }
      const { reports, pages } = await listReports(database, organisationId, {
        filter,
        page,
        limit,
        isRead: !isHead,
      })
      return { renderReports: reports.map(serializeReport), page, totalPages: pages }
    },
  }),
  endpoint({
    id: 'respondToReport',
    method: 'post',
    path: `${ROOT}/:report/respond`,
    summary: 'Add a reply to a report. A resolved report is opened again.',
    permission: 'reports:write',
    body: Type.Object({ message: Type.String({ minLength: 1, maxLength: 2000 }) }),
    response: report,
    failures: ['NOT_FOUND', 'CONFLICT'],
    async run({ database }, { organisationId }, { params, body }) {
      const key = { organisationId, id: params.report! }
      return serializeReport(orNotFound(await replyToReport(database, key, body.message)))
    },
  }),
]

function serializeReport(row: RenderReport): Static<typeof report> {
  const { organisationId: _, replies: __, isResolutionSeen, createdAt, category, ...others } = row
  return {
    ...others,
    category: category.replaceAll('_', '-') as Static<typeof report>['category'],
    rects: row.rects as Static<typeof report>['rects'],
    resolutionExampleOptions: row.resolutionExampleOptions as Record<string, unknown> | null,
    hasUnseenResolution: !isResolutionSeen,
    createdAt: createdAt.toISOString(),
  }
}

/** Converts a category to its name in the database, which has underscores. */
function parseCategory(value: Static<typeof category>): ReportCategory {
  return value.replaceAll('-', '_') as ReportCategory
}
