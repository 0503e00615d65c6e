import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { Role } from '../generated/client.ts'
import { changeAsOperator } from '../internal/change-as-operator.ts'
import type { Database } from '../database.ts'
import { WrongUse, type Command } from './command.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const createUser: Command = {
  name: 'create-user',
  summary:
    'makes a user whose address counts as confirmed, with a password that is shown here and never again',
  options: {
    email: { value: 'EMAIL', about: 'what they sign in with', isRequired: true },
    name: { value: 'NAME', about: 'for people', isRequired: true },
    organisation: { value: 'org_...', about: 'puts them there; without it they get one of their own' },
    role: { value: 'ROLE', about: 'what they are there', choices: ['owner', 'admin', 'member'] },
  },
  async run(context, { email: given, name, organisation: organisationId = null, role = 'member' }) {
    const { database } = context
    const email = given!.toLowerCase()
    if (!EMAIL.test(email)) throw new WrongUse(`"${given}" is no address.`)
    if (await database.client.user.count({ where: { email } }))
      throw new WrongUse(`There is a user "${email}" already.`)
    if (organisationId) await requireRoom(database, organisationId)

    const password = randomBytes(18).toString('base64url')
    const account = {
      id: `acc_${randomUUIDv7()}`,
      providerId: 'credential',
      password: await hashPassword(password),
    }
    const userId = `usr_${randomUUIDv7()}`
    const change = { organisationId, action: 'createUser', subjectId: userId, requestId: null }
    await changeAsOperator(database, change, async (tx) => {
      await tx.user.create({
        data: {
          id: userId,
          email,
          name: name!,
          emailVerified: true,
          accounts: { create: { ...account, accountId: userId } },
        },
      })
      if (organisationId)
        await tx.member.create({
          data: { id: `mem_${randomUUIDv7()}`, organisationId, userId, role: role as Role },
        })
      return userId
    })
    if (organisationId) await context.tellGateways(organisationId)
    return { userId, email, password }
  },
}

/** @throws {WrongUse} where an organisation has as many members as its plan allows, or is not there. */
async function requireRoom({ client }: Pick<Database, 'client'>, id: string): Promise<void> {
  const include = { plan: true, _count: { select: { members: true } } }
  const found = await client.organisation.findUnique({ where: { id }, include })
  if (!found) throw new WrongUse(`There is no organisation "${id}".`)
  const { plan, _count } = found
  if (plan && _count.members >= plan.maxMembers)
    throw new WrongUse(`The plan "${plan.name}" allows ${plan.maxMembers} members, which there are.`)
}
