import type { Vault } from '@render/vault'
import type { Database, DatabaseClient } from '../database/database.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'
import { createProject } from '../projects/projects.ts'

/**
 * Returns the default organisation of a user: the one they joined first. A user without one gets an organisation of their
 * own, with a project and the default plan; concurrent calls create only one.
 */
export async function findOrCreateDefaultOrganisation(
  { client }: DatabaseClient,
  { id: userId, name }: { id: string; name: string },
  { vault, defaultPlan }: { vault: Vault; /** Name of a plan. */ defaultPlan: string },
): Promise<string> {
  const member = await findOldest(client, userId)
  if (member) return member.organisationId
  return client.$transaction(async (tx) => {
    await tx.$queryRaw`select id from users where id = ${userId} for no key update`
    const concurrent = await findOldest(tx, userId)
    if (concurrent) return concurrent.organisationId
    const plan = await tx.plan.findUnique({ where: { name: defaultPlan } })
    const { id } = await tx.organisation.create({
      data: {
        id: newId('organisation'),
        name,
        planId: plan?.id ?? null,
        members: { create: { id: newId('member'), userId, role: 'owner' } },
      },
    })
    await createProject({ client: tx }, vault, { organisationId: id, name: 'Default' })
    return id
  })
}

function findOldest({ member }: Pick<Database['client'], 'member'>, userId: string) {
  return member.findFirst({ where: { userId }, orderBy: [...OLDEST_FIRST] })
}
