import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { report, reportCategory, reportState } from '../api/shapes.ts'
import { readCategory, showReport } from '../api/show.ts'
import { listReports as list } from '../render-reports.ts'

export const listReports = endpoint({
  id: 'listReports',
  method: 'get',
  path: '/organisation/:org/render-reports',
  summary: 'Reports of renders, the newest first.',
  permission: 'reports:read',
  query: Type.Object({
    renderId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    state: Type.Optional(reportState),
    category: Type.Optional(reportCategory),
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  }),
  answer: Type.Object({ renderReports: Type.Array(report), page: Type.Number(), totalPages: Type.Number() }),
  async run({ database }, { organisationId }, { query }) {
    const { page, limit, category, ...others } = query
    const filter = { ...others, ...(category && { category: readCategory(category) }) }
    const { reports, pages } = await list(database, organisationId, { filter, page, limit })
    return { renderReports: reports.map(showReport), page, totalPages: pages }
  },
})
