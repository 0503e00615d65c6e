import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import { parsePlan, type Plan } from '../plans/plan.ts'
import { listPlans, putPlans } from '../plans/stored-plans.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { internalRoute } from './internal-route.ts'
import { invalidBody, withBody } from './with-body.ts'

/** `GET /internal/v1/plans`, for operators: answers `{plans: [Plan]}`, sorted by name. */
export function plansRoute({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return internalRoute('plans', '/internal/v1/plans', tokens.operator, {
    get: async (_req, res) => {
      res.json({ plans: await answerFromDatabase('plan', listPlans(database)) })
    },
  })
}

/**
 * `PUT /internal/v1/plans/{name}`, for operators: creates or replaces a plan. The body is a `Plan` without its name; absent
 * members get their defaults. Answers `{plan: Plan}`. A plan of the plans file is refused with 400: it is changed there.
 */
export function planRoute({
  database,
  announcer,
  tokens,
  plansFile,
}: Pick<ManagementContext, 'database' | 'announcer' | 'tokens' | 'plansFile'>): Route {
  return internalRoute('plan', '/internal/v1/plans/:name', tokens.operator, {
    put: withBody(readPlan, async (plan, { requestId }) => {
      if (plansFile.plans().some(({ name }) => name === plan.name))
        throw RenderError.forOption(
          'name',
          `The plan "${plan.name}" is defined in the plans file: change it there.`,
        )
      const entry = { organisationId: null, action: 'putPlan', subjectId: plan.name, requestId }
      const saved = changeAsOperator(database, entry, (client) =>
        putPlans({ client }, [plan]).then(() => plan),
      )
      const stored = await answerFromDatabase('plan', saved)
      announcer.announce(null)
      return { plan: stored }
    }),
  })
}

/** @throws {RenderError} `InvalidOptions` with every invalid member. */
function readPlan(body: unknown, { name }: Record<string, string>): Plan {
  const parsed = parsePlan({ ...(body as object), name })
  if ('plan' in parsed) return parsed.plan
  throw invalidBody(parsed.errors)
}
