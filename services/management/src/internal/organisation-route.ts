import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { Type, type Static } from 'typebox'
import { nullable, time } from '../api/schemas.ts'
import { validator } from '../api/validate.ts'
import type { ManagementContext } from '../context.ts'
import { updateAccountStatus, type AccountStatus, type Block } from '../accounts/account-status.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { internalRoute } from './internal-route.ts'
import { invalidBody, withBody } from './with-body.ts'

const text = Type.String({ minLength: 1 })
const response = Type.Object({ statusCode: Type.Integer({ minimum: 400, maximum: 599 }), message: text })
const block = Type.Object({
  by: text,
  reason: Type.Enum(['trial_abuse']),
  response: Type.Optional(response),
})

const readBody = validator(
  Type.Object(
    {
      plan: Type.Optional(nullable(text)),
      activeUntil: Type.Optional(nullable(time('End of the subscription.'))),
      accountBlocked: Type.Optional(nullable(block)),
    },
    { additionalProperties: false },
  ),
  invalidBody,
)

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
  return internalRoute('organisation', '/internal/v1/organisations/:organisationId', tokens.operator, {
    patch: withBody(readBody, async (body, { params, requestId }) => {
      const status = accountStatusOf(body)
      const organisationId = params.organisationId!
      const entry = { organisationId, action: actionOf(status), subjectId: organisationId, requestId }
      const updated = changeAsOperator(database, entry, (client) =>
        updateAccountStatus({ client }, organisationId, status),
      )
      const result = await answerFromDatabase('organisation', updated)
      announcer.announce(organisationId)
      return result
    }),
  })
}

function actionOf({ accountBlocked }: AccountStatus): string {
  if (accountBlocked === undefined) return 'changeOrganisation'
  return accountBlocked ? 'blockOrganisation' : 'unblockOrganisation'
}

function accountStatusOf(body: ReturnType<typeof readBody>): AccountStatus {
  const { plan, activeUntil, accountBlocked } = body
  if (Object.keys(body).length === 0)
    throw RenderError.forOption('plan', 'Send at least one of plan, activeUntil, accountBlocked.')
  return {
    ...(plan !== undefined && { plan }),
    ...(activeUntil !== undefined && { activeUntil: activeUntil && new Date(activeUntil).toISOString() }),
    ...(accountBlocked !== undefined && { accountBlocked: accountBlocked && blockOf(accountBlocked) }),
  }
}

/** Members that the schema does not name are left out. */
function blockOf({ by, reason, response: given }: Static<typeof block>): Block {
  const at = new Date().toISOString()
  if (!given) return { by, at, reason }
  const { statusCode, message } = given
  return { by, at, reason, response: { statusCode, message } }
}
