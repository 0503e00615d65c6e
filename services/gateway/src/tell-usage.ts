import type { Account } from '@render/directory'
import type { Response } from 'express'

/** What an organisation may still make in its period. */
export interface UsageOfPeriod {
  /** Succeeded renders. */
  used: number
  /** Null for any number. */
  allowed: number | null
  /** Null for any number. */
  remaining: number | null
  /** When the period began and ends, ISO 8601. */
  from: string
  until: string
}

/** Undefined while the present period is not known: management that told the last one is away, or older. */
export function usageOf({ plan, usage }: Pick<Account, 'plan' | 'usage'>): UsageOfPeriod | undefined {
  if (!usage || Date.parse(usage.until) <= Date.now()) return undefined
  const { renders: used, from, until } = usage
  const allowed = plan ? plan.rendersPerPeriod : 0
  return { used, allowed, remaining: allowed === null ? null : Math.max(0, allowed - used), from, until }
}

/** Says how much of its plan an organisation has used. What is not limited has no limit to tell. */
export function tellUsage(res: Response, account: Pick<Account, 'plan' | 'usage'>): void {
  const usage = usageOf(account)
  if (!usage) return
  const { used, allowed, remaining, until } = usage
  res.setHeader('x-renders-used', String(used))
  res.setHeader('x-renders-reset', new Date(until).toUTCString())
  if (allowed === null) return
  res.setHeader('x-renders-allowed', String(allowed))
  res.setHeader('x-renders-remaining', String(remaining))
}
