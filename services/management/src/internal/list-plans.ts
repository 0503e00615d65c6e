import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { listPlans } from '../plans/stored-plans.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { requireToken } from './require-token.ts'

/** `GET /internal/v1/plans`, for operators: `{plans: [Plan]}`, by name. A `Plan` is that of `plans/plan.ts`. */
export function listStoredPlans({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return {
    name: 'internal plans',
    paths: ['/internal/v1/plans'],
    handlers: {
      get: [
        requireToken(tokens.operator),
        async (_req, res) => {
          res.json({ plans: await answerFromDatabase('plan', listPlans(database)) })
        },
      ],
    },
  }
}
