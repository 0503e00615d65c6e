import { RenderError } from '@render/errors'
import { UNLIMITED, type Account } from '@render/management-client'
import { identifyCaller } from '../intake/identify.ts'
import { usageOf, type UsageOfPeriod } from '../intake/usage.ts'
import { okResponse } from '../openapi/responses.ts'
import type { Endpoint } from './endpoint.ts'

const RETRY_AFTER_SECONDS = 5

/** Counts of succeeded renders in the current period. */
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

export const getUsage: Endpoint = {
  id: 'getUsage',
  method: 'get',
  paths: ['/v1/usage'],
  summary: 'Get the renders used in the current period',
  key: 'required',
  responses: okResponse('Counts of succeeded renders.', 'Usage'),
  failures: [401, 429, 500, 503],
  run: (context) => async (req, res) => {
    const { account } = await identifyCaller(req, context, context.accounts.accountWithUsage)
    res.json(countsOf(account))
  },
}

export const getMe: Endpoint = {
  id: 'getMe',
  method: 'get',
  paths: ['/v1/user/me'],
  summary: 'Get the plan, the usage and the project of the key',
  key: 'required',
  responses: okResponse('Plan, usage and project.', 'Me'),
  failures: [401, 429, 500, 503],
  run: (context) => async (req, res) => {
    const { account } = await identifyCaller(req, context, context.accounts.accountWithUsage)
    res.json(meOf(account))
  },
}

function meOf(account: Account): Me {
  const { plan, project } = account
  const { from, until } = currentUsage(account)
  const stats = countsOf(account)
  return {
    rendersUsed: stats.rendersUsed,
    currentPeriodStart: from,
    currentPeriodEnd: until,
    plan: plan?.name ?? null,
    stats,
    projects: [{ id: project!.id, name: project!.name ?? '', enabled: project!.enabled }],
  }
}

function countsOf(account: Account): Counts {
  const { used, allowed, remaining } = currentUsage(account)
  return {
    rendersUsed: used,
    rendersAllowed: allowed ?? UNLIMITED,
    rendersRemaining: remaining ?? UNLIMITED,
  }
}

function currentUsage(account: Account): UsageOfPeriod {
  const usage = usageOf(account)
  if (!usage) throw new RenderError('ServiceUnavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return usage
}
