import type { Response } from 'express'
import { RenderError } from '@render/errors'
import { errorBody, headerText } from '@render/http'
import { isFinished, laterError, type Finished, type RenderOutcome, type RenderState } from '@render/jobs'
import type { Wait } from './await-render.ts'
import type { GatewayContext } from './context.ts'
import { continuationUrl, MOST_HOPS, type Continuation } from './continuation.ts'
import { debugFailure, debugResult, echo, jsonResult, resultForms, type Asked } from './result-forms.ts'
import { tellWarnings } from './tell-render.ts'

type Answering = Pick<GatewayContext, 'urls' | 'waits' | 'store'>

/** Who waits for what, and how far the caller has been sent on. */
interface Waited {
  asked: Asked
  continuation: Continuation
}

/** A render that was accepted. */
export interface Created {
  renderId: string
  warnings: string[]
}

/** 201: accepted. */
export function answerCreated(res: Response, created: Created, { urls }: Pick<GatewayContext, 'urls'>): void {
  tellWarnings(res, created.warnings)
  res.status(201).json(createdRender(created, urls))
}

/** What is told of a render that was accepted. */
export function createdRender({ renderId, warnings }: Created, urls: GatewayContext['urls']) {
  return {
    status: 'created',
    renderId,
    statusUrl: statusUrl(urls.public, renderId),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Waits for a render and answers with its end, or sends the caller on. */
export async function answerWhenEnded(
  res: Response,
  wait: Wait,
  { asked, continuation }: Waited,
  context: Answering,
): Promise<void> {
  const { urls, waits } = context
  const finished = await wait.ended
  if (finished) return answerFinished(res, asked, finished, context)
  if (res.closed) return
  const mayWait = continuation.redirectAfterSeconds > 0 && continuation.hop < MOST_HOPS
  if (!mayWait && !waits.isLeaving()) throw new RenderError('TimedOutError')
  const hop = Math.min(continuation.hop + 1, MOST_HOPS)
  const redirectUrl = continuationUrl(urls.public, { ...continuation, hop })
  res.status(307).setHeader('Location', redirectUrl).json({ redirectUrl })
}

/** The same for a render that may have ended before, or that nobody knows any more. */
export async function answerKnown(
  res: Response,
  wait: Wait,
  continuation: Continuation,
  context: Answering & Pick<GatewayContext, 'lookUp'>,
): Promise<void> {
  const found = await context.lookUp.find(continuation.renderId)
  if (!found) throw new RenderError('RenderNotFound')
  if (isFinished(found.state)) return answerFinished(res, found, found.state, context)
  await answerWhenEnded(res, wait, { asked: found, continuation }, context)
}

/**
 * The result, in the form that `response_type` wants.
 * @throws {RenderError} the failure of the render, as the worker told it.
 */
async function answerFinished(
  res: Response,
  asked: Asked,
  finished: Finished,
  context: Pick<Answering, 'urls' | 'store'>,
): Promise<void> {
  if (finished.status === 'failed') throw RenderError.fromPlain(finished.error)
  describe(res, finished.outcome)
  await resultForms[asked.options.response_type ?? 'json'](res, asked, finished.outcome, context)
}

/** 200 with the record of a render, whatever became of it. */
export function answerStatus(
  res: Response,
  asked: Asked,
  state: RenderState,
  urls: GatewayContext['urls'],
): void {
  if (state.status === 'succeeded') describe(res, state.outcome)
  if (state.status === 'failed') res.setHeader('x-service-error-message', headerText(state.error.message))
  res.json(statusRecord(asked, state, urls))
}

/** The record of a render. */
export function statusRecord(asked: Asked, state: RenderState, urls: GatewayContext['urls']): object {
  const { renderId, options } = asked
  const record = { renderId, status: state.status, statusUrl: statusUrl(urls.public, renderId) }
  if (!isFinished(state)) return { ...record, ...echo(options) }
  const isDebug = options.response_type === 'jsondebug'
  if (state.status === 'failed') {
    const error = laterError(state.error)
    return {
      ...record,
      ...echo(options),
      error: errorBody(error),
      reason: error.message,
      ...(isDebug && debugFailure(asked, state)),
    }
  }
  const result = isDebug ? debugResult(asked, state.outcome, urls) : jsonResult(asked, state.outcome, urls)
  return { ...record, ...result }
}

function statusUrl(publicUrl: string, renderId: string): string {
  return `${publicUrl}/v1/render/${renderId}`
}

function describe(res: Response, { renderTimeMs, renderedBy, warnings }: RenderOutcome): void {
  res.setHeader('x-service-render-time', String(Math.round(renderTimeMs)))
  if (renderedBy !== undefined) res.setHeader('x-service-rendered-by', renderedBy)
  tellWarnings(res, warnings)
}
