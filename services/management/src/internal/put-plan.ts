import { RenderError } from '@render/errors'
import { optionsBody, type Route } from '@render/http'
import { tellAccountChange } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { parsePlan, type Plan } from '../plans/plan.ts'
import { putPlans } from '../plans/stored-plans.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { changeAsOperator } from './change-as-operator.ts'
import { requireToken } from './require-token.ts'
import { wrong } from './wrong.ts'

const BODY_LIMIT_BYTES = 10_000

/**
 * `PUT /internal/v1/plans/{name}`, for operators: makes a plan or changes it. The body is a `Plan` without its name; what it
 * leaves out has its default. Answers `{plan: Plan}`; 400 names the member that is wrong. A plan of the plans file is changed
 * there: 400 says so.
 */
export function putPlan({
  database,
  redis,
  tokens,
  plansFile,
}: Pick<ManagementContext, 'database' | 'redis' | 'tokens' | 'plansFile'>): Route {
  return {
    name: 'internal plan',
    paths: ['/internal/v1/plans/:name'],
    handlers: {
      put: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const plan = planOf({ ...(req.body as object), name: String(req.params.name) })
          if (plansFile.plans().some(({ name }) => name === plan.name))
            throw wrong('name', 'that of a plan which is not in the plans file: change it there')
          const { requestId } = res.locals
          const put = changeAsOperator(
            database,
            { organisationId: null, action: 'putPlan', subjectId: plan.name, requestId },
            (client) => putPlans({ client }, [plan]).then(() => plan),
          )
          const stored = await answerFromDatabase('plan', put)
          tellAccountChange(redis, null)
          res.json({ plan: stored })
        },
      ],
    },
  }
}

function planOf(value: object): Plan {
  const parsed = parsePlan(value)
  if ('plan' in parsed) return parsed.plan
  const details = parsed.faults.map(({ member, message }) => {
    return { option: member, message: `"${member}" ${message}.` }
  })
  throw new RenderError('InvalidOptions', { message: details[0]!.message, details })
}
