import type { Database } from './database.ts'
import { usagePeriod } from './usage-period.ts'

export interface UsedInPeriod {
  renders: number
  start: Date
  end: Date
}

/** What an organisation used in the period of a moment. */
export async function findUsage(
  { client }: Pick<Database, 'client'>,
  { id, createdAt }: { id: string; createdAt: Date },
  at = new Date(),
): Promise<UsedInPeriod> {
  const { start, end } = usagePeriod(createdAt, at)
  const counted = await client.usage.aggregate({
    where: { organisationId: id, periodStart: start },
    _sum: { renders: true },
  })
  return { renders: counted._sum.renders ?? 0, start, end }
}
