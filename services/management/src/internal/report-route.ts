import type { Route } from '@render/http'
import { Type } from 'typebox'
import { validator } from '../api/validate.ts'
import type { ManagementContext } from '../context.ts'
import { ReportState } from '../generated/client.ts'
import { decideReport } from '../renders/reports.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { internalRoute } from './internal-route.ts'
import { invalidBody, withBody } from './with-body.ts'

const PATH = '/internal/v1/organisations/:organisationId/render-reports/:id'

const readBody = validator(
  Type.Object(
    {
      state: Type.Enum(Object.values(ReportState)),
      resolutionMessage: Type.Optional(Type.String()),
      resolutionExampleOptions: Type.Optional(Type.Object({})),
      resolutionExampleUrl: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  invalidBody,
)

/** Lets an operator take a report into review, resolve it, or open it again. */
export function reportRoute({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return internalRoute('report', PATH, tokens.operator, {
    patch: withBody(readBody, async (decision, { params, requestId }) => {
      const key = params as Record<'organisationId' | 'id', string>
      const decided = decideReport(database, key, decision, requestId)
      return { report: await answerFromDatabase('report', decided) }
    }),
  })
}
