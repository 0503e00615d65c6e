import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { time } from '../api/shapes.ts'
import { findUsage } from '../find-usage.ts'

/** No plan is as large, and every client can count to it. */
const UNLIMITED = Number.MAX_SAFE_INTEGER

export const getUsage = endpoint({
  id: 'getUsage',
  method: 'get',
  path: '/usage',
  summary: 'What the organisation used in the present period.',
  permission: 'usage:read',
  answer: Type.Object({
    rendersUsed: Type.Number({ description: 'Succeeded renders.' }),
    renderQuota: Type.Number({
      description: `Of the plan; ${UNLIMITED} where it has no limit, 0 without a plan.`,
    }),
    period: Type.Object({ start: time('Included.'), end: time('Excluded.') }),
  }),
  async run({ database }, { organisationId }) {
    const where = { id: organisationId }
    const found = orNotFound(
      await database.client.organisation.findUnique({ where, include: { plan: true } }),
    )
    const { renders, start, end } = await findUsage(database, found)
    const { plan } = found
    return {
      rendersUsed: renders,
      renderQuota: plan ? (plan.rendersPerPeriod ?? UNLIMITED) : 0,
      period: { start: start.toISOString(), end: end.toISOString() },
    }
  },
})
