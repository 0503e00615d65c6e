import { optionsBody, type Route } from '@render/http'
import { blockOrganisation, type Block } from '../block-organisation.ts'
import type { ManagementContext } from '../context.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { changeAsOperator } from './change-as-operator.ts'
import { requireToken } from './require-token.ts'
import { isObject, wrong } from './wrong.ts'

const BODY_LIMIT_BYTES = 10_000

/** Has an operator block an organisation, or let it go on. */
export function patchOrganisation({
  database,
  tokens,
}: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return {
    name: 'internal organisation',
    paths: ['/internal/v1/organisations/:organisationId'],
    handlers: {
      patch: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const block = blockOf((req.body as { accountBlocked?: unknown }).accountBlocked)
          const organisationId = String(req.params.organisationId)
          const action = block ? 'blockOrganisation' : 'unblockOrganisation'
          const { requestId } = res.locals
          const changed = changeAsOperator(
            database,
            { organisationId, action, subjectId: organisationId, requestId },
            (client) => blockOrganisation({ client }, organisationId, block),
          )
          res.json(await answerFromDatabase('organisation', changed))
        },
      ],
    },
  }
}

function blockOf(wanted: unknown): Block | null {
  if (wanted === null) return null
  if (!isObject(wanted)) throw wrong('accountBlocked', 'an object, or null')
  const { by, reason, response } = wanted
  if (typeof by !== 'string' || by === '') throw wrong('accountBlocked.by', 'a text')
  if (reason !== 'trial_abuse') throw wrong('accountBlocked.reason', '"trial_abuse"')
  return {
    by,
    at: new Date().toISOString(),
    reason,
    ...(response !== undefined && { response: responseOf(response) }),
  }
}

function responseOf(response: unknown): Block['response'] {
  const { statusCode, message } = isObject(response) ? response : {}
  const isStatus = Number.isInteger(statusCode) && Number(statusCode) >= 400 && Number(statusCode) <= 599
  if (!isStatus || typeof message !== 'string' || message === '')
    throw wrong('accountBlocked.response', 'an object with a "statusCode" from 400 to 599 and a "message"')
  return { statusCode: Number(statusCode), message }
}
