import { UNLIMITED } from '@render/management-client'
import { features, hasFeature, type FeatureName } from '@render/options'
import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { name, orNull, time } from '../api/schemas.ts'
import type { Block } from './account-status.ts'
import { findUsage } from './usage.ts'

const block = Type.Object({
  by: Type.String(),
  at: time('When the organisation was blocked.'),
  reason: Type.Literal('trial_abuse'),
  response: Type.Optional(Type.Object({ statusCode: Type.Number(), message: Type.String() })),
})

export const organisationEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'getOrganisation',
    method: 'get',
    path: '/organisation',
    summary: "Get the caller's organisation.",
    permission: 'organisation:read',
    response: Type.Object({
      id: Type.String({ description: 'Begins with `org_`.' }),
      name,
      role: Type.String({ description: "The caller's role, or `key` for a management key." }),
      members: Type.Object({ count: Type.Number(), limit: Type.Number() }),
      features: Type.Record(Type.String(), Type.Boolean(), {
        description: 'Every feature, and whether the plan includes it. Without a plan none is included.',
      }),
      accountBlocked: orNull(block),
      accountMode: Type.Enum(['legacy', 'migrated', 'pg_only']),
    }),
    async run({ database }, { organisationId, role }) {
      const found = orNotFound(
        await database.client.organisation.findUnique({
          where: { id: organisationId },
          include: { plan: true, _count: { select: { members: true } } },
        }),
      )
      const { id, name, plan, _count } = found
      const names = Object.keys(features) as FeatureName[]
      return {
        id,
        name,
        role,
        members: { count: _count.members, limit: plan?.maxMembers ?? _count.members },
        features: Object.fromEntries(names.map((name) => [name, hasFeature(plan?.features ?? [], name)])),
        accountBlocked: found.blocked as unknown as Block | null,
        // The other two modes exist for compatible clients only.
        accountMode: 'pg_only' as const,
      }
    },
  }),
  endpoint({
    id: 'getUsage',
    method: 'get',
    path: '/usage',
    summary: 'Get the usage of the organisation in the current period.',
    permission: 'usage:read',
    response: Type.Object({
      rendersUsed: Type.Number({ description: 'Succeeded renders.' }),
      renderQuota: Type.Number({
        description: `Limit of the plan; ${UNLIMITED} when it has none, 0 without a plan.`,
      }),
      period: Type.Object({ start: time('Inclusive.'), end: time('Exclusive.') }),
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
  }),
]
