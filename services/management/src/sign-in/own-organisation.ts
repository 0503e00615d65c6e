import { randomUUIDv7 } from 'node:crypto'
import type { Vault } from '@render/vault'
import type { Database } from '../database.ts'
import { OLDEST_FIRST } from '../list-order.ts'
import { createProject } from '../projects.ts'

interface Newcomer {
  id: string
  name: string
}

/**
 * The organisation that a user works for at first: the one they have been a member of for longest. Who is member of none
 * gets one of their own, with a project and the operator's default plan, once however often it is asked for.
 */
export async function ownOrganisation(
  { client }: Pick<Database, 'client'>,
  { id: userId, name }: Newcomer,
  { vault, defaultPlan }: { vault: Vault; /** By name. */ defaultPlan: string },
): Promise<string> {
  const member = await findOldest(client, userId)
  if (member) return member.organisationId
  return client.$transaction(async (tx) => {
    await tx.$queryRaw`select id from users where id = ${userId} for no key update`
    const meanwhile = await findOldest(tx, userId)
    if (meanwhile) return meanwhile.organisationId
    const plan = await tx.plan.findUnique({ where: { name: defaultPlan } })
    const { id } = await tx.organisation.create({
      data: {
        id: `org_${randomUUIDv7()}`,
        name,
        planId: plan?.id ?? null,
        members: { create: { id: `mem_${randomUUIDv7()}`, userId, role: 'owner' } },
      },
    })
    await createProject({ client: tx }, vault, { organisationId: id, name: 'Default' })
    return id
  })
}

function findOldest({ member }: Pick<Database['client'], 'member'>, userId: string) {
  return member.findFirst({ where: { userId }, orderBy: [...OLDEST_FIRST] })
}
