// JSON records of renders and batches, as answers and events contain them.
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

export function createdRender({ renderId, warnings }: CreatedRender, urls: Urls) {
  return {
    status: 'created',
    renderId,
    statusUrl: statusUrl(urls, renderId),
    ...(warnings.length > 0 && { warnings }),
  }
}

export function createdBatch({ batchId, renders, warnings }: CreatedBatch, urls: Urls) {
  return {
    status: 'created',
    batchId,
    statusUrl: batchUrl(urls, batchId),
    renders: renders.map((each) => createdRender(each, urls)),
    ...(warnings.length > 0 && { warnings }),
  }
}

export function statusRecord(render: AnsweredRender, state: RenderState, urls: Urls): object {
  const { renderId, options } = render
  const record = { renderId, status: state.status, statusUrl: statusUrl(urls, renderId) }
  if (!isFinished(state)) return { ...record, ...echo(options) }
  const isDebug = options.response_type === 'jsondebug'
  if (state.status === 'failed') {
    const error = laterError(state.error)
    return {
      ...record,
      ...echo(options),
      error: errorBody(error),
      reason: error.message,
      ...(isDebug && debugFailure(render, state)),
    }
  }
  const result = isDebug ? debugResult(render, state.outcome, urls) : jsonResult(render, state.outcome, urls)
  return { ...record, ...result }
}

export function batchRecord(batchId: string, { renders }: FoundBatch, urls: Urls) {
  const count = (status: string) => renders.filter(({ state }) => state.status === status).length
  return {
    batchId,
    status: renders.every(({ state }) => isFinished(state)) ? 'finished' : 'created',
    statusUrl: batchUrl(urls, batchId),
    size: renders.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    renders: renders.map((render) => statusRecord(render, render.state, urls)),
  }
}

function statusUrl(urls: Urls, renderId: string): string {
  return `${urls.public}/v1/render/${renderId}`
}

function batchUrl(urls: Urls, batchId: string): string {
  return `${urls.public}/v1/render/batch/${batchId}`
}
