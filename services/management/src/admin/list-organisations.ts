import { OLDEST_FIRST } from '../list-order.ts'
import type { Command } from './command.ts'

export const listOrganisations: Command = {
  name: 'list-organisations',
  summary: 'shows all organisations, with who owns them and what stands against their renders',
  options: {},
  async run({ database }) {
    const rows = await database.client.organisation.findMany({
      include: {
        plan: true,
        members: { where: { role: 'owner' }, include: { user: true } },
        _count: { select: { members: true, projects: true } },
      },
      orderBy: [...OLDEST_FIRST],
    })
    return {
      organisations: rows.map(({ id, name, plan, members, activeUntil, blocked, createdAt, _count }) => ({
        id,
        name,
        plan: plan?.name ?? null,
        owners: members.map(({ user }) => user.email),
        ..._count,
        activeUntil,
        blocked,
        createdAt,
      })),
    }
  },
}
