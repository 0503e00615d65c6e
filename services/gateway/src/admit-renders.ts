import { RenderError, type ErrorCode } from '@render/errors'
import { orQueueAway, type Shed, type Verdict } from '@render/jobs'
import type { Response } from 'express'
import type { Caller } from './authenticate.ts'
import type { GatewayContext } from './context.ts'

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

interface Refusal {
  code: ErrorCode
  message: string
  /** Seconds after which to try again, where the verdict knows no better. */
  retryAfterSeconds: number
}

const LONGEST_RETRY_AFTER_SECONDS = 60

const refusals: Record<Shed, Refusal> = {
  rate: {
    code: 'RateLimitExceededError',
    message: 'This API key asks for too many renders a minute: wait as long as Retry-After says.',
    retryAfterSeconds: 1,
  },
  outstanding: {
    code: 'RateLimitExceededError',
    message: 'Too many renders of this project have not ended yet: wait until some have.',
    retryAfterSeconds: 2,
  },
  queue: {
    code: 'ServiceUnavailable',
    message: 'Too many renders are waiting: try again later.',
    retryAfterSeconds: 5,
  },
  room: {
    code: 'ServiceUnavailable',
    message: 'The service is overloaded: try again later.',
    retryAfterSeconds: 5,
  },
}

/**
 * Admits renders within the limits of the caller's plan and of the service, and says in headers what is left of the rate.
 * @throws {RenderError} with the code of the limit; `ServiceUnavailable` while nobody can tell.
 */
export async function admitRenders(
  res: Response,
  { keyHash, projectId, account: { plan } }: Caller,
  { renderIds, isAsync, queue }: Asked,
  {
    admission,
    renderLimits,
    room,
    refused,
  }: Pick<GatewayContext, 'admission' | 'renderLimits' | 'room' | 'refused'>,
): Promise<void> {
  const verdict = await orQueueAway(
    admission.admit({
      keyHash,
      projectId,
      ids: renderIds,
      queue,
      perMinute: plan?.rendersPerMinute ?? renderLimits.perMinute,
      maxOutstanding: plan?.maxOutstanding ?? renderLimits.outstanding,
      maxQueueMs: renderLimits.queueMs[isAsync ? 'async' : 'sync'],
      hasRoom: room.isThere(),
    }),
  )
  tellRate(res, verdict.rate)
  if (!verdict.shed) return
  refused.inc({ limit: verdict.shed })
  const { code, message, retryAfterSeconds } = refusals[verdict.shed]
  const knownSeconds = Math.min(Math.ceil(verdict.retryAfterMs / 1000), LONGEST_RETRY_AFTER_SECONDS)
  throw new RenderError(code, { message, retryAfterSeconds: knownSeconds || retryAfterSeconds })
}

/** What turns out to be no render is not outstanding. */
export async function unlessRefused<T>(
  preparing: Promise<T>,
  caller: Pick<Caller, 'projectId'>,
  renderIds: string[],
  context: Pick<GatewayContext, 'admission'>,
): Promise<T> {
  try {
    return await preparing
  } catch (error) {
    giveBack(caller, renderIds, context)
    throw error
  }
}

/** Has renders counted no more that were admitted, and are not made. */
export function giveBack(
  { projectId }: Pick<Caller, 'projectId'>,
  renderIds: string[],
  { admission }: Pick<GatewayContext, 'admission'>,
): void {
  // They go by their age when Redis is away.
  admission.withdraw(projectId, renderIds).catch(() => {})
}

function tellRate(res: Response, rate: Verdict['rate']): void {
  if (!rate) return
  res.setHeader('x-ratelimit-limit', String(rate.limit))
  res.setHeader('x-ratelimit-remaining', String(rate.remaining))
  res.setHeader('x-ratelimit-reset', String(Math.ceil(rate.fullAt / 1000)))
  res.setHeader('x-ratelimit-resetdate', new Date(rate.fullAt).toUTCString())
}
