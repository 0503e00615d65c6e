import type { Response } from 'express'
import { RenderError } from '@render/errors'
import { clientOf, headerText } from '@render/http'
import { isFinished, type RenderState } from '@render/jobs'
import type { Finished } from '@render/outputs'
import type { GatewayContext } from '../context.ts'
import type { PreparedRenders } from '../make/prepare-renders.ts'
import { continuationUrl, MAX_HOPS, type Continuation } from '../wait/continuation.ts'
import type { Wait } from '../wait/waits.ts'
import { lifeMs } from '../links/result-life.ts'
import { writeLinkResult } from '../links/write-link-result.ts'
import { setOutcomeHeaders, setWarningsHeader } from './headers.ts'
import { createdBatchBody, createdBody, statusBody } from './bodies.ts'
import { deleteWhenSent, readAnswer } from './one-time-answers.ts'
import { resultWriters, type AnsweredRender } from './result-writers.ts'

type AnswerContext = Pick<
  GatewayContext,
  'urls' | 'waits' | 'store' | 'sweeps' | 'artefactDays' | 'sealingKeyOf' | 'privateAnswers'
>

/** Answers 201 with the status of an accepted render. */
export function answerCreated(
  res: Response,
  { renders, assigned }: PreparedRenders,
  { urls }: Pick<GatewayContext, 'urls'>,
): void {
  const { warnings } = renders[0]!
  setWarningsHeader(res, warnings)
  res.status(201).json(createdBody({ renderId: assigned.id, warnings }, urls))
}

/** Answers 201 with the status of an accepted batch and of each of its renders. */
export function answerCreatedBatch(
  res: Response,
  { intake, renders, assigned }: PreparedRenders,
  { urls }: Pick<GatewayContext, 'urls'>,
): void {
  const created = assigned.renderIds.map((renderId, index) => {
    return { renderId, warnings: renders[index]!.warnings }
  })
  const { warnings } = intake.batch!
  setWarningsHeader(res, [...warnings, ...created.flatMap((each) => each.warnings)])
  res.status(201).json(createdBatchBody({ batchId: assigned.id, renders: created, warnings }, urls))
}

/** Waits for a render and answers with its result or error; redirects the caller when the wait ends before the render. */
export async function answerWhenEnded(
  res: Response,
  wait: Wait,
  render: AnsweredRender,
  continuation: Continuation,
  context: AnswerContext,
): Promise<void> {
  const { urls, waits } = context
  const finished = await wait.ended
  if (finished) return answerFinished(res, render, finished, continuation, context)
  if (res.closed) return
  const mayWait = continuation.redirectAfterSeconds > 0 && continuation.hop < MAX_HOPS
  if (!mayWait && !waits.isStopping()) throw new RenderError('TimedOutError')
  const hop = Math.min(continuation.hop + 1, MAX_HOPS)
  redirect(res, continuationUrl(urls.public, { ...continuation, hop }))
}

/** Answers that the result is at another address, which is asked in the same way. */
export function redirect(res: Response, redirectUrl: string): void {
  res.status(307).setHeader('Location', redirectUrl).json({ redirectUrl })
}

/** Answers like `answerWhenEnded` for a render that may have ended already, or be unknown by now. */
export async function answerExisting(
  res: Response,
  wait: Wait,
  continuation: Continuation,
  context: AnswerContext & Pick<GatewayContext, 'renderLookup'>,
): Promise<void> {
  const found = await context.renderLookup.find(continuation.renderId, clientOf(res.req))
  if (!found) throw new RenderError('RenderNotFound')
  if (isFinished(found.state)) return answerFinished(res, found, found.state, continuation, context)
  await answerWhenEnded(res, wait, found, continuation, context)
}

/**
 * Answers with the result as `response_type` says.
 * @throws {RenderError} the failure of the render.
 */
export async function answerFinished(
  res: Response,
  render: AnsweredRender,
  ended: Finished,
  { isLink }: Pick<Continuation, 'isLink'>,
  context: Omit<AnswerContext, 'waits'>,
): Promise<void> {
  const { renderId } = render
  const { options, finished } = await readAnswer(render, ended, context)
  deleteWhenSent(res, { renderId, options, finished }, context)
  if (finished.status === 'failed') throw RenderError.fromPlain(finished.error)
  const { outcome } = finished
  if (isLink) {
    const caching = { cacheStatus: 'MISS', leftMs: lifeMs(options, outcome, context) } as const
    return writeLinkResult(res, { renderId, options, ...caching }, outcome, context)
  }
  setOutcomeHeaders(res, outcome)
  await resultWriters[options.response_type ?? 'json'](res, { renderId, options }, outcome, context)
}

/** Answers 200 with the status of a render, in any state. */
export function answerStatus(
  res: Response,
  render: AnsweredRender,
  state: RenderState,
  urls: GatewayContext['urls'],
): void {
  if (state.status === 'succeeded') setOutcomeHeaders(res, state.outcome)
  if (state.status === 'failed') res.setHeader('x-service-error-message', headerText(state.error.message))
  res.json(statusBody(render, state, urls))
}
