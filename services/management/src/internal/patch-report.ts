import { optionsBody, type Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { ReportState } from '../generated/client.ts'
import { judgeReport, type ReportJudgement } from '../render-reports.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { changeAsOperator } from './change-as-operator.ts'
import { requireToken } from './require-token.ts'
import { isObject, wrong } from './wrong.ts'

const BODY_LIMIT_BYTES = 100_000

/** Has an operator say what becomes of a report: takes it into review, resolves it, opens it again. */
export function patchReport({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return {
    name: 'internal report',
    paths: ['/internal/v1/organisations/:organisationId/render-reports/:id'],
    handlers: {
      patch: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const { organisationId, id } = req.params as Record<'organisationId' | 'id', string>
          const judgement = judgementOf(req.body as Record<string, unknown>)
          const { requestId } = res.locals
          const judged = changeAsOperator(
            database,
            { organisationId, action: 'judgeReport', subjectId: id, requestId },
            (client) => judgeReport({ client }, { organisationId, id }, judgement),
          )
          res.json({ report: await answerFromDatabase('report', judged) })
        },
      ],
    },
  }
}

function judgementOf(body: Record<string, unknown>): ReportJudgement {
  const { state, resolutionMessage, resolutionExampleOptions, resolutionExampleUrl, ...others } = body
  if (typeof state !== 'string' || !Object.hasOwn(ReportState, state))
    throw wrong('state', `one of ${Object.keys(ReportState).join(', ')}`)
  for (const [name, text] of Object.entries({ resolutionMessage, resolutionExampleUrl }))
    if (text !== undefined && typeof text !== 'string') throw wrong(name, 'a text')
  if (resolutionExampleOptions !== undefined && !isObject(resolutionExampleOptions))
    throw wrong('resolutionExampleOptions', 'an object')
  const [unknown] = Object.keys(others)
  if (unknown) throw wrong(unknown, 'left out: it is not known here')
  return body as unknown as ReportJudgement
}
