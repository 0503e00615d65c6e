import { errorBody } from '@render/http'
import { laterError, publicResult, type Finished } from '@render/jobs'

export interface RenderEvent {
  renderId: string
  /** The caller's own id of the render. */
  customId?: string
  finished: Finished
  /** Epoch milliseconds at which the render was accepted. */
  createdAt: number
  /** Base of the addresses of artefacts. */
  artefactUrl: string
}

const MOST_BYTES = 20_000
const MOST_MESSAGE_CHARACTERS = 2000

/** What is told of a render, the same text whenever it is made of the same end. */
export function eventBody(event: RenderEvent): string {
  let body = ''
  for (const shown of [event, withoutRemarks(event), withoutFiles(withoutRemarks(event))]) {
    body = writeBody(contents(shown))
    if (body.length <= MOST_BYTES) break
  }
  return body
}

/**
 * The body of an event: compact JSON in the given order of keys. One published verifier reads it and writes it anew before
 * it hashes, so it holds nothing that writers of JSON disagree on: ASCII only, and no number that needs an exponent.
 */
export function writeBody(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'number' ? plainNumber(member) : member,
  ).replaceAll(/[\u007f-\uffff]/g, escaped)
}

function contents({ renderId, customId, finished, createdAt, artefactUrl }: RenderEvent) {
  const ids = { renderId, ...(customId !== undefined && { custom_id: customId }) }
  if (finished.status === 'failed') {
    return {
      event: 'render.failed',
      ...ids,
      error: errorBody(laterError(finished.error)),
      meta: meta(createdAt, finished.endedAt),
    }
  }
  const { outcome } = finished
  return {
    event: 'render.succeeded',
    ...ids,
    result: publicResult(outcome, artefactUrl),
    meta: meta(outcome.startedAt, outcome.endedAt),
  }
}

function meta(startMs: number, endMs: number) {
  return { startTime: new Date(startMs).toISOString(), endTime: new Date(endMs).toISOString() }
}

/** What an event that is too long can do without: warnings, the complaints about options, the end of a message. */
function withoutRemarks(event: RenderEvent): RenderEvent {
  const { finished } = event
  if (finished.status === 'succeeded')
    return { ...event, finished: { ...finished, outcome: { ...finished.outcome, warnings: [] } } }
  const { code, message } = finished.error
  const shortened = { code, message: message.slice(0, MOST_MESSAGE_CHARACTERS) }
  return { ...event, finished: { ...finished, error: shortened } }
}

/** What is missed more, but is in the status record too. */
function withoutFiles(event: RenderEvent): RenderEvent {
  const { finished } = event
  if (finished.status === 'failed') return event
  return { ...event, finished: { ...finished, outcome: { ...finished.outcome, files: [] } } }
}

/** At most three decimals, and no more than every reader of JSON can hold: never an exponent. */
function plainNumber(value: number): number {
  const bounded = Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  return Number.isInteger(bounded) ? bounded : Math.round(bounded * 1000) / 1000
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
