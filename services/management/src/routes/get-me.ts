import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { name, orNull } from '../api/shapes.ts'
import { OLDEST_FIRST } from '../list-order.ts'

export const getMe = endpoint({
  id: 'getMe',
  method: 'get',
  path: '/me',
  summary: 'Who the caller is, and their organisations.',
  permission: 'organisation:read',
  answer: Type.Object({
    user: orNull(
      Type.Object(
        { id: Type.String(), name: Type.String(), email: Type.String(), emailVerified: Type.Boolean() },
        { description: 'Null for a management key.' },
      ),
    ),
    organisations: Type.Array(
      Type.Object({
        id: Type.String(),
        name,
        role: Type.String({ description: "A member's role, or `key` for a management key." }),
        active: Type.Boolean({ description: 'Whether requests of this caller are for it.' }),
      }),
    ),
  }),
  async run({ database }, { organisationId, userId, role }) {
    const show = (organisation: { id: string; name: string }, itsRole: string) => ({
      id: organisation.id,
      name: organisation.name,
      role: itsRole,
      active: organisation.id === organisationId,
    })
    if (userId === null) {
      const organisation = await database.client.organisation.findUniqueOrThrow({
        where: { id: organisationId },
      })
      return { user: null, organisations: [show(organisation, role)] }
    }
    const { memberships, ...user } = await database.client.user.findUniqueOrThrow({
      where: { id: userId },
      select: {
        id: true,
        name: true,
        email: true,
        emailVerified: true,
        memberships: { include: { organisation: true }, orderBy: [...OLDEST_FIRST] },
      },
    })
    return { user, organisations: memberships.map((member) => show(member.organisation, member.role)) }
  },
})
