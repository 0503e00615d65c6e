import { optionsBody, type Route } from '@render/http'
import { Type } from 'typebox'
import type { ManagementContext } from '../context.ts'
import { ReportState } from '../generated/client.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import { decideReport } from '../renders/reports.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { internalRoute } from './internal-route.ts'
import { bodyReader } from './read-body.ts'

const BODY_LIMIT_BYTES = 100_000
const PATH = '/internal/v1/organisations/:organisationId/render-reports/:id'

const readBody = bodyReader(
  Type.Object(
    {
      state: Type.Enum(Object.values(ReportState)),
      resolutionMessage: Type.Optional(Type.String()),
      resolutionExampleOptions: Type.Optional(Type.Object({})),
      resolutionExampleUrl: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
)

/** Lets an operator take a report into review, resolve it, or open it again. */
export function reportRoute({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return internalRoute('report', PATH, tokens.operator, {
    patch: [
      optionsBody(BODY_LIMIT_BYTES),
      async (req, res) => {
        const { organisationId, id } = req.params as Record<'organisationId' | 'id', string>
        const decision = readBody(req.body)
        const { requestId } = res.locals
        const updated = changeAsOperator(
          database,
          { organisationId, action: 'judgeReport', subjectId: id, requestId },
          (client) => decideReport({ client }, { organisationId, id }, decision),
        )
        res.json({ report: await answerFromDatabase('report', updated) })
      },
    ],
  })
}
