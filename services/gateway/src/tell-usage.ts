import type { Account } from '@render/directory'
import type { Response } from 'express'

/** Says how much of its plan an organisation has used. What is not limited has no limit to tell. */
export function tellUsage(res: Response, { plan, usage }: Pick<Account, 'plan' | 'usage'>): void {
  if (!usage) return
  const allowed = plan?.rendersPerPeriod ?? null
  res.setHeader('x-renders-used', String(usage.renders))
  res.setHeader('x-renders-reset', new Date(usage.until).toUTCString())
  if (allowed === null) return
  res.setHeader('x-renders-allowed', String(allowed))
  res.setHeader('x-renders-remaining', String(Math.max(0, allowed - usage.renders)))
}
