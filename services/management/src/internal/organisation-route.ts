import { isObject } from '@render/options'
import { RenderError } from '@render/errors'
import { optionsBody, type Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { updateAccountStatus, type AccountStatus, type Block } from '../accounts/account-status.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { invalidField, unknownField } from './invalid-field.ts'
import { requireToken } from './require-token.ts'

const BODY_LIMIT_BYTES = 10_000
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/

/**
 * `PATCH /internal/v1/organisations/{organisation}`, for operators. The body has at least one of `plan` (the name of a plan, or
 * null), `activeUntil` (ISO 8601, or null) and `accountBlocked`
 * (`{by, reason: "trial_abuse", response?: {statusCode, message}}`, or null). Answers the new values of all three.
 */
export function organisationRoute({
  database,
  announcer,
  tokens,
}: Pick<ManagementContext, 'database' | 'announcer' | 'tokens'>): Route {
  return {
    name: 'internal organisation',
    paths: ['/internal/v1/organisations/:organisationId'],
    handlers: {
      patch: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const status = parseAccountStatus(req.body as Record<string, unknown>)
          const organisationId = String(req.params.organisationId)
          const { requestId } = res.locals
          const updated = changeAsOperator(
            database,
            { organisationId, action: actionOf(status), subjectId: organisationId, requestId },
            (client) => updateAccountStatus({ client }, organisationId, status),
          )
          const result = await answerFromDatabase('organisation', updated)
          announcer.announce(organisationId)
          res.json(result)
        },
      ],
    },
  }
}

function actionOf({ accountBlocked }: AccountStatus): string {
  if (accountBlocked === undefined) return 'changeOrganisation'
  return accountBlocked ? 'blockOrganisation' : 'unblockOrganisation'
}

function parseAccountStatus(body: Record<string, unknown>): AccountStatus {
  const { accountBlocked, plan, activeUntil, ...others } = body
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw unknownField(unknown)
  if (Object.keys(body).length === 0)
    throw RenderError.forOption('plan', 'Send at least one of plan, activeUntil, accountBlocked.')
  return {
    ...(plan !== undefined && { plan: parsePlanName(plan) }),
    ...(activeUntil !== undefined && { activeUntil: parseTime(activeUntil) }),
    ...(accountBlocked !== undefined && { accountBlocked: parseBlock(accountBlocked) }),
  }
}

function parsePlanName(value: unknown): string | null {
  if (value !== null && (typeof value !== 'string' || value === ''))
    throw invalidField('plan', 'the name of a plan, or null')
  return value
}

function parseTime(value: unknown): string | null {
  if (value === null) return null
  if (typeof value !== 'string' || !ISO_TIME.test(value) || Number.isNaN(Date.parse(value)))
    throw invalidField('activeUntil', 'a time such as 2026-12-31T23:59:59Z, or null')
  return new Date(value).toISOString()
}

function parseBlock(value: unknown): Block | null {
  if (value === null) return null
  if (!isObject(value)) throw invalidField('accountBlocked', 'an object, or null')
  const { by, reason, response } = value
  if (typeof by !== 'string' || by === '') throw invalidField('accountBlocked.by', 'a non-empty string')
  if (reason !== 'trial_abuse') throw invalidField('accountBlocked.reason', '"trial_abuse"')
  return {
    by,
    at: new Date().toISOString(),
    reason,
    ...(response !== undefined && { response: parseResponse(response) }),
  }
}

function parseResponse(response: unknown): Block['response'] {
  const { statusCode, message } = isObject(response) ? response : {}
  const isStatus = Number.isInteger(statusCode) && Number(statusCode) >= 400 && Number(statusCode) <= 599
  if (!isStatus || typeof message !== 'string' || message === '')
    throw invalidField(
      'accountBlocked.response',
      'an object with a "statusCode" from 400 to 599 and a "message"',
    )
  return { statusCode: Number(statusCode), message }
}
