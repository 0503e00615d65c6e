/**
 * The usage period that a moment lies in, its end excluded. Periods run monthly from an organisation's creation, in UTC; in a
 * month without that day they begin on its last one.
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
