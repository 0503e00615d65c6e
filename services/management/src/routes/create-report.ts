import { Type } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { report, reportCategory, reportRects } from '../api/shapes.ts'
import { readCategory, showReport } from '../api/show.ts'
import { putReport } from '../render-reports.ts'

export const createReport = endpoint({
  id: 'createReport',
  method: 'post',
  path: '/organisation/:org/render-reports',
  summary:
    'Reports what is wrong with a render of the last 60 days; once more for the same render to change what was said.',
  permission: 'reports:write',
  body: Type.Object({
    renderId: Type.String({ minLength: 1, maxLength: 255 }),
    category: reportCategory,
    comment: Type.String({ minLength: 1, maxLength: 2000 }),
    rects: Type.Optional(reportRects),
  }),
  answer: report,
  fails: ['NOT_FOUND', 'CONFLICT'],
  async run({ database, artefactUrl }, { organisationId }, { body }) {
    const { category, rects = [], ...told } = body
    const content = { ...told, rects, category: readCategory(category) }
    const put = await putReport(database, { organisationId, artefactUrl, ...content })
    if (put === 'unknown') throw new ApiError('NOT_FOUND', { message: 'Render not found.' })
    if (put === 'busy')
      throw new ApiError('CONFLICT', { message: 'The report of this render is not open any more.' })
    return showReport(put)
  },
})
