/**
 * When the usage period began that a moment lies in. Periods run monthly from an organisation's creation, in UTC; in a
 * month without that day they begin on its last one.
 */
export function usagePeriodStart(organisationCreatedAt: Date, at: Date): Date {
  const months =
    12 * (at.getUTCFullYear() - organisationCreatedAt.getUTCFullYear()) +
    (at.getUTCMonth() - organisationCreatedAt.getUTCMonth())
  const start = addMonths(organisationCreatedAt, months)
  return start > at ? addMonths(organisationCreatedAt, months - 1) : start
}

function addMonths(from: Date, months: number): Date {
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const moved = new Date(from)
  moved.setUTCFullYear(month.getUTCFullYear(), month.getUTCMonth(), Math.min(from.getUTCDate(), lastDay))
  return moved
}
