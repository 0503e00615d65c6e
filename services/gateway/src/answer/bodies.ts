// JSON bodies of renders and batches, as answers and progress events contain them.
import { errorBody } from '@render/http'
import { isFinished, type RenderState } from '@render/jobs'
import { laterError } from '@render/outputs'
import type { GatewayContext } from '../context.ts'
import type { RenderLookup } from '../renders/render-lookup.ts'
import { debugFailure, debugResult, echo, jsonResult, type AnsweredRender } from './result-writers.ts'

type Urls = GatewayContext['urls']
type FoundBatch = NonNullable<Awaited<ReturnType<RenderLookup['batch']>>>

/** An accepted render. */
interface CreatedRender {
  renderId: string
  warnings: string[]
}

/** An accepted batch. */
interface CreatedBatch {
  batchId: string
  renders: CreatedRender[]
  warnings: string[]
}

export function createdBody({ renderId, warnings }: CreatedRender, urls: Urls) {
  return {
    status: 'created',
    renderId,
    statusUrl: statusUrl(urls, renderId),
    ...(warnings.length > 0 && { warnings }),
  }
}

export function createdBatchBody({ batchId, renders, warnings }: CreatedBatch, urls: Urls) {
  return {
    status: 'created',
    batchId,
    statusUrl: batchUrl(urls, batchId),
    renders: renders.map((each) => createdBody(each, urls)),
    ...(warnings.length > 0 && { warnings }),
  }
}

export function statusBody(render: AnsweredRender, state: RenderState, urls: Urls): object {
  const { renderId, options } = render
  const common = { renderId, status: state.status, statusUrl: statusUrl(urls, renderId) }
  if (!isFinished(state)) return { ...common, ...echo(options) }
  const isDebug = options.response_type === 'jsondebug'
  if (state.status === 'failed') {
    const error = laterError(state.error)
    return {
      ...common,
      ...echo(options),
      error: errorBody(error),
      reason: error.message,
      ...(isDebug && debugFailure(render, state)),
    }
  }
  const result = isDebug ? debugResult(render, state.outcome, urls) : jsonResult(render, state.outcome, urls)
  return { ...common, ...result }
}

export function batchBody(batchId: string, { renders }: FoundBatch, urls: Urls) {
  const count = (status: string) => renders.filter(({ state }) => state.status === status).length
  return {
    batchId,
    status: renders.every(({ state }) => isFinished(state)) ? 'finished' : 'created',
    statusUrl: batchUrl(urls, batchId),
    size: renders.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    renders: renders.map((render) => statusBody(render, render.state, urls)),
  }
}

function statusUrl(urls: Urls, renderId: string): string {
  return `${urls.public}/v1/render/${renderId}`
}

function batchUrl(urls: Urls, batchId: string): string {
  return `${urls.public}/v1/render/batch/${batchId}`
}
