import { RenderError } from '@render/errors'
import { removeFileHeaders } from '@render/http'
import { asServiceUnavailable, isFinished, type CachedResult } from '@render/jobs'
import type { Request, Response } from 'express'
import { setRenderHeader } from '../answer/headers.ts'
import { answerFinished, redirect } from '../answer/answer-render.ts'
import type { GatewayContext } from '../context.ts'
import { renderAndWait } from '../wait/render-and-wait.ts'
import { computeCachePolicy } from './cache-policy.ts'
import type { VerifiedLink } from './link.ts'
import { readLink } from './read-link.ts'
import { keepResult, renderForCache, type AnsweredLink } from './render-for-cache.ts'
import { writeLinkResult } from './write-link-result.ts'

/** Intervals at which those who wait for another request's render check that it is still being made. */
const POLL_SECONDS = 1
/** Longer than it takes to make and queue a render; after this time one that is not queued counts as lost. */
const QUEUED_MS = 10_000

/** Answers a link with the cached result, or with that of a render: its own, or one that another request makes now. */
export async function answerLink(
  verified: VerifiedLink,
  res: Response,
  context: GatewayContext,
): Promise<void> {
  const compute = async () => computeCachePolicy(readLink(verified, context), context)
  const policy = await context.recentPolicies.get(verified, compute)
  const { key, ttlSeconds, isForced, withData, redirectAfterSeconds } = policy
  if (ttlSeconds === 0) return renderAndWait(readLink(verified, context), res, context)
  const { linkCache } = context
  const answered = { verified, policy, res, context }
  const renderId = verified.requestId
  if (isForced) {
    await asServiceUnavailable(linkCache.acquire(key, renderId))
    return renderForCache(renderId, answered)
  }

  const wanted = { renderId, maxAgeMs: ttlSeconds * 1000, withData }
  const redirectAt = redirectAfterSeconds > 0 ? performance.now() + redirectAfterSeconds * 1000 : Infinity
  for (let hasWaited = false; !res.closed; hasWaited = true) {
    const found = await asServiceUnavailable(linkCache.find(key, wanted))
    if (found.state === 'acquired') return renderForCache(renderId, answered)
    if (found.state === 'stored') {
      if (await answerStored(found.result, hasWaited ? 'MISS' : 'HIT', answered)) return
    } else {
      if (performance.now() >= redirectAt || context.waits.isStopping())
        // The render has the options of another request, so its own address would answer in another form.
        return redirect(res, context.urls.public + pathOf(res.req))
      if (await answerWhenMade(found, answered)) return
    }
  }
}

/** Returns the path and the query of a request. A target can be a whole address too. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^https?:\/\/[^/?]*/i, '')
}

/** Returns false when the file of the result is gone; the result is not cached any more then. */
async function answerStored(
  { renderId, outcome, ageMs, leftMs }: CachedResult,
  cacheStatus: 'HIT' | 'MISS',
  { policy, res, context }: AnsweredLink,
): Promise<boolean> {
  const left = Math.min(leftMs, policy.ttlSeconds * 1000 - ageMs)
  const render = { renderId, options: policy.options, cacheStatus, leftMs: left }
  setRenderHeader(res, renderId)
  try {
    await writeLinkResult(res, render, outcome, context)
    return true
  } catch (error) {
    if (res.headersSent || !(error instanceof RenderError) || error.code !== 'NotFound') throw error
    removeFileHeaders(res)
    res.removeHeader('x-service-cache-status')
    await asServiceUnavailable(context.linkCache.discard(policy.key, renderId))
    return false
  }
}

/** Waits up to a second for the render of another request. Returns false when the cache must be read again. */
async function answerWhenMade(
  { renderId, sinceMs }: { renderId: string; sinceMs: number },
  answered: AnsweredLink,
): Promise<boolean> {
  const { policy, res, context } = answered
  if (sinceMs > QUEUED_MS) {
    const render = await context.renderLookup.find(renderId)
    if (!render) await asServiceUnavailable(context.linkCache.release(policy.key, renderId))
    else if (isFinished(render.state)) await keepResult(renderId, render.state, answered)
    if (!render || isFinished(render.state)) return false
  }
  using wait = context.waits.begin(renderId, POLL_SECONDS, res)
  const finished = await wait.ended
  if (!finished) return false
  await keepResult(renderId, finished, answered)
  setRenderHeader(res, renderId)
  await answerFinished(res, { renderId, options: policy.options }, finished, { isLink: true }, context)
  return true
}
