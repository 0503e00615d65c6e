import type { Account } from '@render/directory'
import { orQueueAway, type Asking, type Owner, type Verdict } from '@render/jobs'
import type { Response } from 'express'
import type { Caller } from './authenticate.ts'
import type { GatewayContext } from './context.ts'
import { refusalOf } from './refuse-renders.ts'
import { tellUsage, usageOf } from './tell-usage.ts'

/** What a plan does not say, and how long renders may have to wait. */
export interface RenderLimits {
  /** Of a key; null for any number. */
  perMinute: number | null
  /** Of a project. */
  outstanding: number
  /** Longest estimated wait in the queue, by whether somebody waits for the answer. */
  queueMs: { sync: number; async: number }
}

export interface Asked {
  renderIds: string[]
  isAsync: boolean
  /** Name of the queue that they go to; the default one without. */
  queue?: string
}

/**
 * Admits renders within the limits of the caller's plan and of the service, and says in headers what is left of the rate.
 * @throws {RenderError} with the code of the limit; `ServiceUnavailable` while nobody can tell.
 */
export async function admitRenders(
  res: Response,
  { keyHash, organisationId, projectId, account }: Caller,
  { renderIds, isAsync, queue }: Asked,
  {
    admission,
    renderLimits,
    room,
    refused,
  }: Pick<GatewayContext, 'admission' | 'renderLimits' | 'room' | 'refused'>,
): Promise<void> {
  const { plan } = account
  const quota = quotaOf(account)
  const verdict = await orQueueAway(
    admission.admit({
      keyHash,
      organisationId,
      projectId,
      ids: renderIds,
      queue,
      perMinute: plan?.rendersPerMinute ?? renderLimits.perMinute,
      quota,
      maxOutstanding: plan?.maxOutstanding ?? renderLimits.outstanding,
      maxQueueMs: renderLimits.queueMs[isAsync ? 'async' : 'sync'],
      hasRoom: room.isThere(),
    }),
  )
  tellRate(res, verdict.rate)
  const known = withUsed(account, verdict)
  tellUsage(res, known)
  const { shed } = verdict
  if (!shed) return
  refused.inc({ limit: shed })
  throw refusalOf(shed, verdict, known)
}

/** Of a period that is over nothing counts any more, though the next one is not known yet. */
function quotaOf(account: Account): Asking['quota'] {
  const most = account.plan?.rendersPerPeriod ?? null
  if (most === null) return null
  const { used = 0, until = '' } = usageOf(account) ?? {}
  return { most, renders: used, until }
}

/** The account, with what admission knows better. */
function withUsed(account: Account, { used }: Verdict): Account {
  const { usage } = account
  return usage && used !== undefined ? { ...account, usage: { ...usage, renders: used } } : account
}

/** What turns out to be no render is not outstanding. */
export async function unlessRefused<T>(
  preparing: Promise<T>,
  owner: Owner,
  renderIds: string[],
  context: Pick<GatewayContext, 'admission'>,
): Promise<T> {
  try {
    return await preparing
  } catch (error) {
    giveBack(owner, renderIds, context)
    throw error
  }
}

/** Has renders counted no more that were admitted, and are not made. */
export function giveBack(
  { organisationId, projectId }: Owner,
  renderIds: string[],
  { admission }: Pick<GatewayContext, 'admission'>,
): void {
  // They go by their age when Redis is away.
  admission.withdraw({ organisationId, projectId }, renderIds).catch(() => {})
}

function tellRate(res: Response, rate: Verdict['rate']): void {
  if (!rate) return
  res.setHeader('x-ratelimit-limit', String(rate.limit))
  res.setHeader('x-ratelimit-remaining', String(rate.remaining))
  res.setHeader('x-ratelimit-reset', String(Math.ceil(rate.fullAt / 1000)))
  res.setHeader('x-ratelimit-resetdate', new Date(rate.fullAt).toUTCString())
}
