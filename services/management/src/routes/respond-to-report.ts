import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { report } from '../api/shapes.ts'
import { showReport } from '../api/show.ts'
import { respondToReport as respond } from '../render-reports.ts'

export const respondToReport = endpoint({
  id: 'respondToReport',
  method: 'post',
  path: '/organisation/:org/render-reports/:report/respond',
  summary: 'Answers to what became of a report; one that was resolved is open again.',
  permission: 'reports:write',
  body: Type.Object({ message: Type.String({ minLength: 1, maxLength: 2000 }) }),
  answer: report,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params, body }) {
    return showReport(
      orNotFound(await respond(database, { organisationId, id: params.report! }, body.message)),
    )
  },
})
