import { integer, listOf, shape, text, type Schema } from './schema.ts'
import type { Counts, Me } from '../routes/read-usage.ts'

const counts = shape<Counts>(
  {
    rendersUsed: integer('Succeeded renders of the period, as they were some seconds ago.'),
    rendersAllowed: integer(
      `Of the plan; ${Number.MAX_SAFE_INTEGER} where it has no limit, 0 without a plan.`,
    ),
    rendersRemaining: integer('How many of them are left.'),
  },
  {},
)

const project = shape<Me['projects'][number]>(
  { id: text('Begins with `proj_`.'), name: text('For people.'), enabled: { type: 'boolean' } },
  {},
)

/** What older clients ask about their account. */
export const usageSchemas: Record<string, Schema> = {
  Usage: counts,
  Me: shape<Me>(
    {
      rendersUsed: integer('The same as in `stats`.'),
      currentPeriodStart: text('Included.', { format: 'date-time' }),
      currentPeriodEnd: text('Excluded.', { format: 'date-time' }),
      plan: { type: ['string', 'null'], description: 'Its name; null for none.' },
      stats: counts,
      projects: listOf(project, 'The one that the key belongs to.'),
    },
    {},
  ),
}
