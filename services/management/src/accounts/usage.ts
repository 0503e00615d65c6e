import type { DatabaseClient } from '../database/database.ts'

interface Usage {
  /** Succeeded renders. */
  renders: number
  /** Beginning of the period, inclusive. */
  start: Date
  /** End of the period, exclusive. */
  end: Date
}

/** Returns the usage of an organisation in the period that contains `at`. */
export async function findUsage(
  { client }: DatabaseClient,
  { id, createdAt }: { id: string; createdAt: Date },
  at = new Date(),
): Promise<Usage> {
  const { start, end } = usagePeriod(createdAt, at)
  const counted = await client.usage.aggregate({
    where: { organisationId: id, periodStart: start },
    _sum: { renders: true },
  })
  return { renders: counted._sum.renders ?? 0, start, end }
}

/**
 * Returns the usage period that contains `at`; its end is exclusive. Periods are monthly from the creation of the
 * organisation, in UTC. In a month without that day the period begins on the last day of the month.
 */
export function usagePeriod(organisationCreatedAt: Date, at: Date): { start: Date; end: Date } {
  const months =
    12 * (at.getUTCFullYear() - organisationCreatedAt.getUTCFullYear()) +
    (at.getUTCMonth() - organisationCreatedAt.getUTCMonth())
  const first = addMonths(organisationCreatedAt, months) > at ? months - 1 : months
  return { start: addMonths(organisationCreatedAt, first), end: addMonths(organisationCreatedAt, first + 1) }
}

function addMonths(from: Date, months: number): Date {
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const moved = new Date(from)
  moved.setUTCFullYear(month.getUTCFullYear(), month.getUTCMonth(), Math.min(from.getUTCDate(), lastDay))
  return moved
}
