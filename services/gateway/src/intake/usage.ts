import type { Account } from '@render/management-client'
import type { Response } from 'express'

/** The renders of an organisation in its current period. */
export interface UsageOfPeriod {
  /** Succeeded renders. */
  used: number
  /** Null for no limit. */
  allowed: number | null
  /** Null for no limit. */
  remaining: number | null
  /** Start of the period, ISO 8601; included. */
  from: string
  /** End of the period, ISO 8601; excluded. */
  until: string
}

/** Returns undefined while the current period is not known, because management is unavailable or of an older version. */
export function usageOf({ plan, usage }: Pick<Account, 'plan' | 'usage'>): UsageOfPeriod | undefined {
  if (!usage || Date.parse(usage.until) <= Date.now()) return undefined
  const { renders: used, from, until } = usage
  const allowed = plan ? plan.rendersPerPeriod : 0
  return { used, allowed, remaining: allowed === null ? null : Math.max(0, allowed - used), from, until }
}

/** Sets headers with the used and remaining renders of the plan; without a limit only with the used ones. */
export function setUsageHeaders(res: Response, account: Pick<Account, 'plan' | 'usage'>): void {
  const usage = usageOf(account)
  if (!usage) return
  const { used, allowed, remaining, until } = usage
  res.setHeader('x-renders-used', String(used))
  res.setHeader('x-renders-reset', new Date(until).toUTCString())
  if (allowed === null) return
  res.setHeader('x-renders-allowed', String(allowed))
  res.setHeader('x-renders-remaining', String(remaining))
}
