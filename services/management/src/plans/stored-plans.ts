import type { DatabaseClient } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { Plan } from './plan.ts'

const MEMBERS = {
  name: true,
  trial: true,
  rendersPerPeriod: true,
  rendersPerMinute: true,
  maxOutstanding: true,
  maxMembers: true,
  features: true,
} as const

/** Lists all stored plans, sorted by name. */
export function listPlans({ client }: DatabaseClient): Promise<Plan[]> {
  return client.plan.findMany({ select: MEMBERS, orderBy: { name: 'asc' } })
}

/** Creates plans, or replaces those with the same name, in one transaction. */
export async function putPlans({ client }: DatabaseClient, plans: readonly Plan[]): Promise<void> {
  await client.$transaction(async (tx) => {
    for (const plan of plans)
      await tx.plan.upsert({
        where: { name: plan.name },
        create: { id: newId('plan'), ...plan },
        update: plan,
      })
  })
}
