import { UNLIMITED } from '@render/management-client'
import { integer, listOf, shape, text, type Schema } from './schema.ts'
import type { Counts, Me } from '../routes/get-usage.ts'

const counts = shape<Counts>(
  {
    rendersUsed: integer('Succeeded renders of the period, some seconds ago at most.'),
    rendersAllowed: integer(
      `Renders of the plan; ${UNLIMITED} for a plan without a limit, 0 without a plan.`,
    ),
    rendersRemaining: integer('Renders that are left.'),
  },
  {},
)

const project = shape<Me['projects'][number]>(
  {
    id: text('Id that begins with `proj_`.'),
    name: text('Name of the project.'),
    enabled: { type: 'boolean' },
  },
  {},
)

/** Schemas of the account data that older clients request. */
export const usageSchemas: Record<string, Schema> = {
  Usage: counts,
  Me: shape<Me>(
    {
      rendersUsed: integer('The same as in `stats`.'),
      currentPeriodStart: text('Start of the period; included.', { format: 'date-time' }),
      currentPeriodEnd: text('End of the period; excluded.', { format: 'date-time' }),
      plan: { type: ['string', 'null'], description: 'Name of the plan; null without a plan.' },
      stats: counts,
      projects: listOf(project, 'The project of the key.'),
    },
    {},
  ),
}
