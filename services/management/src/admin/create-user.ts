import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { changeAsOperator } from '../database/change-audited.ts'
import { newId } from '../database/new-id.ts'
import type { Role } from '../generated/client.ts'
import { requireMemberCapacity } from '../people/invitations.ts'
import { lockOrganisation } from '../people/members.ts'
import { UsageError, type Command } from './command.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const createUser: Command = {
  name: 'create-user',
  summary: 'creates a user with a confirmed address and a password, which is shown only here',
  options: {
    email: { value: 'EMAIL', about: 'address to sign in with', isRequired: true },
    name: { value: 'NAME', about: 'display name', isRequired: true },
    organisation: {
      value: 'org_...',
      about: 'organisation to join, whose plan allows another member; without it the user gets one',
    },
    role: {
      value: 'ROLE',
      about: 'role in that organisation (default member)',
      choices: ['owner', 'admin', 'member'],
    },
  },
  async run(context, { email: given, name, organisation: organisationId = null, role = 'member' }) {
    const { database } = context
    const email = given!.toLowerCase()
    if (!EMAIL.test(email)) throw new UsageError(`--email must be an e-mail address, not "${given}".`)
    if (await database.client.user.count({ where: { email } }))
      throw new UsageError(`A user "${email}" already exists.`)
    if (organisationId && !(await database.client.organisation.count({ where: { id: organisationId } })))
      throw new UsageError(`Unknown organisation "${organisationId}".`)

    const password = randomBytes(18).toString('base64url')
    const account = {
      id: newId('account'),
      providerId: 'credential',
      password: await hashPassword(password),
    }
    const userId = newId('user')
    const entry = { organisationId, action: 'createUser', subjectId: userId, requestId: null }
    await changeAsOperator(database, entry, async (tx) => {
      await tx.user.create({
        data: {
          id: userId,
          email,
          name: name!,
          emailVerified: true,
          accounts: { create: { ...account, accountId: userId } },
        },
      })
      if (organisationId) {
        await lockOrganisation(tx, organisationId)
        await requireMemberCapacity(tx, organisationId)
        await tx.member.create({
          data: { id: newId('member'), organisationId, userId, role: role as Role },
        })
      }
      return userId
    })
    if (organisationId) await context.notifyGateways(organisationId)
    return { userId, email, password }
  },
}
