import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import type { RequestHandler } from 'express'
import { authenticate } from '../authenticate.ts'
import type { GatewayContext } from '../context.ts'
import { usageOf, type UsageOfPeriod } from '../tell-usage.ts'

/** No plan is as large, and every client can count to it. */
const UNLIMITED = Number.MAX_SAFE_INTEGER
const RETRY_AFTER_SECONDS = 5

/** Succeeded renders; an unlimited plan has `UNLIMITED`. */
export interface Counts {
  rendersUsed: number
  rendersAllowed: number
  rendersRemaining: number
}

export interface Me {
  rendersUsed: number
  /** ISO 8601. */
  currentPeriodStart: string
  currentPeriodEnd: string
  plan: string | null
  stats: Counts
  projects: { id: string; name: string; enabled: boolean }[]
}

/** What the organisation of the key has used, under the two addresses that older clients ask. */
export function readUsage({ accounts }: Pick<GatewayContext, 'accounts'>): Route[] {
  const usage: RequestHandler = async (req, res) => {
    const { account } = await authenticate(req, accounts)
    res.json(countsOf(account))
  }
  const me: RequestHandler = async (req, res) => {
    const { account } = await authenticate(req, accounts)
    const { plan, project } = account
    const { from, until } = presentUsage(account)
    const counts = countsOf(account)
    const told: Me = {
      rendersUsed: counts.rendersUsed,
      currentPeriodStart: from,
      currentPeriodEnd: until,
      plan: plan?.name ?? null,
      stats: counts,
      projects: [{ id: project!.id, name: project!.name ?? '', enabled: project!.enabled }],
    }
    res.json(told)
  }
  return [
    { name: 'read-usage', paths: ['/v1/usage'], handlers: { get: [usage] } },
    { name: 'read-me', paths: ['/v1/user/me'], handlers: { get: [me] } },
  ]
}

type Account = Parameters<typeof usageOf>[0]

function countsOf(account: Account): Counts {
  const { used, allowed, remaining } = presentUsage(account)
  return {
    rendersUsed: used,
    rendersAllowed: allowed ?? UNLIMITED,
    rendersRemaining: remaining ?? UNLIMITED,
  }
}

function presentUsage(account: Account): UsageOfPeriod {
  const usage = usageOf(account)
  if (!usage) throw new RenderError('ServiceUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return usage
}
