import { optionsBody, type Route } from '@render/http'
import { tellAccountChange } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { operateOrganisation, type Block, type Standing } from '../operate-organisation.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { changeAsOperator } from './change-as-operator.ts'
import { requireToken } from './require-token.ts'
import { isObject, wrong } from './wrong.ts'

const BODY_LIMIT_BYTES = 10_000
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/

/**
 * `PATCH /internal/v1/organisations/{organisation}`, for operators. The body has one or several of `plan` (the name of one, or
 * null for none), `activeUntil` (ISO 8601, or null) and `accountBlocked`
 * (`{by, reason: "trial_abuse", response?: {statusCode, message}}`, or null). Answers all three as they are then.
 */
export function patchOrganisation({
  database,
  redis,
  tokens,
}: Pick<ManagementContext, 'database' | 'redis' | 'tokens'>): Route {
  return {
    name: 'internal organisation',
    paths: ['/internal/v1/organisations/:organisationId'],
    handlers: {
      patch: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const standing = standingOf(req.body as Record<string, unknown>)
          const organisationId = String(req.params.organisationId)
          const { requestId } = res.locals
          const changed = changeAsOperator(
            database,
            { organisationId, action: actionOf(standing), subjectId: organisationId, requestId },
            (client) => operateOrganisation({ client }, organisationId, standing),
          )
          const standingNow = await answerFromDatabase('organisation', changed)
          tellAccountChange(redis, organisationId)
          res.json(standingNow)
        },
      ],
    },
  }
}

function actionOf({ accountBlocked }: Standing): string {
  if (accountBlocked === undefined) return 'changeOrganisation'
  return accountBlocked ? 'blockOrganisation' : 'unblockOrganisation'
}

function standingOf(body: Record<string, unknown>): Standing {
  const { accountBlocked, plan, activeUntil, ...others } = body
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw wrong(unknown, 'left out: it is not known here')
  if (Object.keys(body).length === 0) throw wrong('plan', 'there, or "activeUntil", or "accountBlocked"')
  return {
    ...(plan !== undefined && { plan: planOf(plan) }),
    ...(activeUntil !== undefined && { activeUntil: timeOf(activeUntil) }),
    ...(accountBlocked !== undefined && { accountBlocked: blockOf(accountBlocked) }),
  }
}

function planOf(wanted: unknown): string | null {
  if (wanted !== null && (typeof wanted !== 'string' || wanted === ''))
    throw wrong('plan', 'the name of a plan, or null')
  return wanted
}

function timeOf(wanted: unknown): string | null {
  if (wanted === null) return null
  if (typeof wanted !== 'string' || !ISO_TIME.test(wanted) || Number.isNaN(Date.parse(wanted)))
    throw wrong('activeUntil', 'a time such as 2026-12-31T23:59:59Z, or null')
  return new Date(wanted).toISOString()
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
