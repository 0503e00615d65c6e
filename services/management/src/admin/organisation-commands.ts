import { userInfo } from 'node:os'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { adjustOrganisation } from './adjust-organisation.ts'
import { ORGANISATION, UsageError, type Command } from './command.ts'

export const listOrganisations: Command = {
  name: 'list-organisations',
  summary: 'lists all organisations with their owners, plan, end of subscription and block',
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

export const blockOrganisation: Command = {
  name: 'block-organisation',
  summary: 'blocks all renders of an organisation; every gateway applies it within five seconds',
  options: {
    organisation: ORGANISATION,
    by: { value: 'NAME', about: 'name of the operator, default: your user name on this machine' },
    status: {
      value: 'STATUS',
      about: 'HTTP status that its renders get, from 400 to 599, default: 401; needs --message',
    },
    message: { value: 'TEXT', about: 'message that its renders get; needs --status' },
  },
  run(context, { organisation, by = userInfo().username, status, message }) {
    const response = parseResponse(status, message)
    return adjustOrganisation(context, organisation!, 'blockOrganisation', {
      accountBlocked: {
        by,
        at: new Date().toISOString(),
        reason: 'trial_abuse',
        ...(response && { response }),
      },
    })
  },
}

export const unblockOrganisation: Command = {
  name: 'unblock-organisation',
  summary: 'removes the block of an organisation',
  options: { organisation: ORGANISATION },
  run: (context, { organisation }) =>
    adjustOrganisation(context, organisation!, 'unblockOrganisation', { accountBlocked: null }),
}

function parseResponse(status: string | undefined, message: string | undefined) {
  if (status === undefined && message === undefined) return undefined
  if (status === undefined || !message) throw new UsageError('--status and --message must be used together.')
  if (!/^[45]\d\d$/.test(status)) throw new UsageError('--status must be from 400 to 599.')
  return { statusCode: Number(status), message }
}
