import { RenderError } from '@render/errors'
import { optionsBody, type Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import { parsePlan, type Plan } from '../plans/plan.ts'
import { listPlans, putPlans } from '../plans/stored-plans.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { internalRoute } from './internal-route.ts'
import { invalidBody } from './read-body.ts'

const BODY_LIMIT_BYTES = 10_000

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
    put: [
      optionsBody(BODY_LIMIT_BYTES),
      async (req, res) => {
        const plan = requirePlan({ ...(req.body as object), name: String(req.params.name) })
        if (plansFile.plans().some(({ name }) => name === plan.name))
          throw RenderError.forOption(
            'name',
            `The plan "${plan.name}" is defined in the plans file: change it there.`,
          )
        const { requestId } = res.locals
        const saved = changeAsOperator(
          database,
          { organisationId: null, action: 'putPlan', subjectId: plan.name, requestId },
          (client) => putPlans({ client }, [plan]).then(() => plan),
        )
        const stored = await answerFromDatabase('plan', saved)
        announcer.announce(null)
        res.json({ plan: stored })
      },
    ],
  })
}

/** @throws {RenderError} `InvalidOptions` with every invalid member. */
function requirePlan(value: object): Plan {
  const parsed = parsePlan(value)
  if ('plan' in parsed) return parsed.plan
  throw invalidBody(parsed.errors)
}
