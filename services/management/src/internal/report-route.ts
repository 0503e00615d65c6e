import { isObject } from '@render/options'
import { optionsBody, type Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { ReportState } from '../generated/client.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import { decideReport, type ReportDecision } from '../renders/reports.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { invalidField, unknownField } from './invalid-field.ts'
import { requireToken } from './require-token.ts'

const BODY_LIMIT_BYTES = 100_000

/** Lets an operator take a report into review, resolve it, or open it again. */
export function reportRoute({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return {
    name: 'internal report',
    paths: ['/internal/v1/organisations/:organisationId/render-reports/:id'],
    handlers: {
      patch: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const { organisationId, id } = req.params as Record<'organisationId' | 'id', string>
          const decision = parseDecision(req.body as Record<string, unknown>)
          const { requestId } = res.locals
          const updated = changeAsOperator(
            database,
            { organisationId, action: 'judgeReport', subjectId: id, requestId },
            (client) => decideReport({ client }, { organisationId, id }, decision),
          )
          res.json({ report: await answerFromDatabase('report', updated) })
        },
      ],
    },
  }
}

function parseDecision(body: Record<string, unknown>): ReportDecision {
  const { state, resolutionMessage, resolutionExampleOptions, resolutionExampleUrl, ...others } = body
  if (typeof state !== 'string' || !Object.hasOwn(ReportState, state))
    throw invalidField('state', `one of ${Object.keys(ReportState).join(', ')}`)
  for (const [name, text] of Object.entries({ resolutionMessage, resolutionExampleUrl }))
    if (text !== undefined && typeof text !== 'string') throw invalidField(name, 'a string')
  if (resolutionExampleOptions !== undefined && !isObject(resolutionExampleOptions))
    throw invalidField('resolutionExampleOptions', 'an object')
  const [unknown] = Object.keys(others)
  if (unknown) throw unknownField(unknown)
  return body as unknown as ReportDecision
}
