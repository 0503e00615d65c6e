import { RenderError } from '@render/errors'
import { asServiceUnavailable, type AdmissionRequest, type AdmissionResult } from '@render/jobs'
import type { Account } from '@render/management-client'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'
import type { Intake, LinkClient } from '../intake/intake.ts'
import { setUsageHeaders } from '../intake/usage.ts'
import { admissionError } from './admission-errors.ts'
import { bytesOfRender } from './bytes-of-render.ts'
import { requireWithinLimits } from './require-within-limits.ts'

/** The renders to admit. */
interface Renders {
  renderIds: string[]
  /** Names of all queues that they go to; undefined is the default queue. */
  queues: (string | undefined)[]
}

type AdmitContext = Pick<
  GatewayContext,
  'admission' | 'linkRenderLimit' | 'load' | 'refused' | 'renderLimits'
>

/**
 * Admits renders within the limits of the caller's plan and of the service, and sets the rate and usage headers.
 * @throws {RenderError} with the code of the exceeded limit; `InvalidOptions` or `BodyTooLarge`, before anything is counted,
 *   when the renders can never be admitted; `ServiceUnavailable` when Redis is unavailable.
 */
export async function admitRenders(
  res: Response,
  intake: Intake,
  { renderIds, queues }: Renders,
  context: AdmitContext,
): Promise<void> {
  const { account } = intake.caller
  const renders = renderIds.map((id, at) => ({ id, bytes: bytesOfRender(intake.renders[at]!, account) }))
  requireWithinLimits({ renders, ...outstandingLimits(account, context) })
  if (intake.link) takeLinkRender(intake.link, context)
  const [first, ...others] = queues
  await admit(res, intake, { renders, queue: first }, context)
  // The first call counted all renders; the other queues are only checked for their wait.
  for (const queue of others) await admit(res, intake, { renders: [], queue }, context)
}

/** @throws {RenderError} `RateLimitExceededError` when links of this client made too many renders in a minute. */
function takeLinkRender(
  { client }: LinkClient,
  { linkRenderLimit, refused }: Pick<AdmitContext, 'linkRenderLimit' | 'refused'>,
): void {
  const retryAfterSeconds = linkRenderLimit.take(client)
  if (retryAfterSeconds === 0) return
  refused.inc({ limit: 'link-client' })
  const message =
    'Too many renders per minute by links from this IP address: wait for the number of seconds in the Retry-After header.'
  throw new RenderError('RateLimitExceededError', { message, retryAfterSeconds })
}

async function admit(
  res: Response,
  { caller, isAsync, link }: Intake,
  { renders, queue }: Pick<AdmissionRequest, 'renders' | 'queue'>,
  { admission, load, refused, renderLimits }: AdmitContext,
): Promise<void> {
  const { keyHash, organisationId, projectId, account } = caller
  const limits = {
    perMinute: account.plan?.rendersPerMinute ?? renderLimits.perMinute,
    ...outstandingLimits(account, { renderLimits }),
  }
  const result = await asServiceUnavailable(
    admission.admit({
      keyHash,
      organisationId,
      projectId,
      renders,
      queue,
      quota: quotaOf(account),
      ...limits,
      maxWaiting: renderLimits.waiting,
      maxQueueMs: renderLimits.queueMs[isAsync ? 'async' : 'sync'],
      hasResources: load.hasResources(),
    }),
  )
  const current = withUsed(account, result)
  // Everyone can read the answer to a link.
  if (!link) {
    setRateHeaders(res, result.rate)
    setUsageHeaders(res, current)
  }
  const { shed } = result
  if (!shed) return
  refused.inc({ limit: shed })
  throw admissionError(shed, result, { account: current, limits, isPublic: link !== undefined })
}

function outstandingLimits({ plan }: Account, { renderLimits }: Pick<AdmitContext, 'renderLimits'>) {
  const { outstanding, outstandingBytes } = renderLimits
  return {
    maxOutstanding: plan?.maxOutstanding ?? outstanding,
    maxBytes: outstandingBytes.project,
    maxAllBytes: outstandingBytes.all,
  }
}

/** Returns the quota with the usage that is known, even if its period has ended by the clock of this process. */
function quotaOf(account: Account): AdmissionRequest['quota'] {
  const limit = account.plan?.rendersPerPeriod ?? null
  if (limit === null) return null
  const { renders = 0, until = '' } = account.usage ?? {}
  return { limit, renders, until }
}

/** Returns the account with the usage that admission knows, which is newer. */
function withUsed(account: Account, { used }: AdmissionResult): Account {
  const { usage } = account
  return usage && used !== undefined ? { ...account, usage: { ...usage, renders: used } } : account
}

function setRateHeaders(res: Response, rate: AdmissionResult['rate']): void {
  if (!rate) return
  res.setHeader('x-ratelimit-limit', String(rate.limit))
  res.setHeader('x-ratelimit-remaining', String(rate.remaining))
  res.setHeader('x-ratelimit-reset', String(Math.ceil(rate.fullAt / 1000)))
  res.setHeader('x-ratelimit-resetdate', new Date(rate.fullAt).toUTCString())
}
