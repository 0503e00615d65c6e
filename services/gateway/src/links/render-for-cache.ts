import type { Finished } from '@render/outputs'
import type { Response } from 'express'
import { setRenderHeader } from '../answer/headers.ts'
import { answerWhenEnded } from '../answer/answer-render.ts'
import type { GatewayContext } from '../context.ts'
import { prepareRenders } from '../make/prepare-renders.ts'
import { submitRenders } from '../make/submit-renders.ts'
import type { CachePolicy, VerifiedLink } from './link.ts'
import { readLink } from './read-link.ts'
import { lifeMs } from './result-life.ts'

/** A link that is being answered. */
export interface AnsweredLink {
  verified: VerifiedLink
  policy: CachePolicy
  res: Response
  context: GatewayContext
}

/**
 * Makes the render that holds the lock of a link, and answers with its result. The render goes on when the caller disconnects,
 * because others may wait for it.
 */
export async function renderForCache(renderId: string, answered: AnsweredLink): Promise<void> {
  const { verified, policy, res, context } = answered
  const { redirectAfterSeconds, options } = policy
  const assigned = { state: 'fresh' as const, id: renderId, renderIds: [renderId] }
  using wait = context.waits.begin(renderId, redirectAfterSeconds, res)
  try {
    const prepared = await prepareRenders(readLink(verified, context), assigned, res, context)
    setRenderHeader(res, renderId)
    await submitRenders(prepared, context)
  } catch (error) {
    await release(renderId, answered)
    throw error
  }

  const ended = wait.ended.then(async (finished) => {
    if (finished) await keepResult(renderId, finished, answered)
    else void keepWhenEnded(renderId, answered)
    return finished
  })
  const continuation = { renderId, hop: 0, redirectAfterSeconds, isLink: true }
  await answerWhenEnded(res, { ...wait, ended }, { renderId, options }, continuation, context)
}

async function keepWhenEnded(renderId: string, answered: AnsweredLink): Promise<void> {
  using wait = answered.context.waits.begin(renderId, 0)
  const finished = await wait.ended
  if (finished) await keepResult(renderId, finished, answered)
}

/** Stores the result of a render that has succeeded. When this fails, the next request makes another one. */
export async function keepResult(
  renderId: string,
  finished: Finished,
  { policy, context }: Pick<AnsweredLink, 'policy' | 'context'>,
): Promise<void> {
  const ttlMs = finished.status === 'succeeded' ? lifeMs(policy.options, finished.outcome, context) : 0
  if (finished.status === 'failed' || ttlMs === 0) return release(renderId, { policy, context })
  await context.linkCache.store(policy.key, renderId, finished.outcome, ttlMs).catch(() => {})
}

/** Lets another request make the result. When this fails, the lock is found to be lost. */
async function release(
  renderId: string,
  { policy, context }: Pick<AnsweredLink, 'policy' | 'context'>,
): Promise<void> {
  await context.linkCache.release(policy.key, renderId).catch(() => {})
}
