import { features, hasFeature, type FeatureName } from '@render/options'
import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { name, orNull, time } from '../api/shapes.ts'
import type { Block } from '../operate-organisation.ts'

const blocked = Type.Object({
  by: Type.String(),
  at: time('When it was blocked.'),
  reason: Type.Literal('trial_abuse'),
  response: Type.Optional(Type.Object({ statusCode: Type.Number(), message: Type.String() })),
})

export const getOrganisation = endpoint({
  id: 'getOrganisation',
  method: 'get',
  path: '/organisation',
  summary: 'The organisation of the caller.',
  permission: 'organisation:read',
  answer: Type.Object({
    id: Type.String({ description: 'Begins with `org_`.' }),
    name,
    role: Type.String({
      description: "What the caller is in it: a member's role, or `key` for a management key.",
    }),
    members: Type.Object({ count: Type.Number(), limit: Type.Number() }),
    features: Type.Record(Type.String(), Type.Boolean(), {
      description: 'What its plan has, and what not; nothing without a plan.',
    }),
    accountBlocked: orNull(blocked),
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
      // The other two are of the reference service's own past.
      accountMode: 'pg_only' as const,
    }
  },
})
