import { errorBody } from '@render/http'
import {
  laterError,
  MAX_EVENT_BYTES,
  publicResult,
  shorterAndShorter,
  writeEvent,
  type Finished,
} from '@render/outputs'

export interface WebhookBodyInput {
  renderId: string
  /** Optional; the option `custom_id`. */
  customId?: string
  finished: Finished
  /** Epoch milliseconds at which the render was accepted. */
  createdAt: number
  /** Base URL of artefacts. */
  artefactUrl: string
}

/** Builds the body of a render's event, the same text for the same result. A long one is shortened step by step. */
export function eventBody(input: WebhookBodyInput): string {
  let body = ''
  for (const finished of shorterAndShorter(input.finished)) {
    body = writeEvent(contents({ ...input, finished }))
    if (body.length <= MAX_EVENT_BYTES) break
  }
  return body
}

function contents({ renderId, customId, finished, createdAt, artefactUrl }: WebhookBodyInput): object {
  const ids = { renderId, ...(customId !== undefined && { custom_id: customId }) }
  if (finished.status === 'failed') {
    return {
      event: 'render.failed',
      ...ids,
      error: errorBody(laterError(finished.error)),
      meta: meta(createdAt, finished.endedAt),
    }
  }
  const { outcome, omitted } = finished
  return {
    event: 'render.succeeded',
    ...ids,
    result: { ...publicResult(outcome, artefactUrl), ...(omitted && { omitted }) },
    meta: meta(outcome.startedAt, outcome.endedAt),
  }
}

function meta(startMs: number, endMs: number) {
  return { startTime: new Date(startMs).toISOString(), endTime: new Date(endMs).toISOString() }
}
