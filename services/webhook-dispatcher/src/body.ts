import { errorBody } from '@render/http'
import { laterError, OMITTED_FIRST, publicResult, type Finished } from '@render/outputs'

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

const MAX_BYTES = 20_000
const MAX_MESSAGE_LENGTH = 2000

/** The types of TypeScript lack it. */
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object }

/** Builds the body of a render's event, the same text for the same result. A long one is shortened step by step. */
export function eventBody(input: WebhookBodyInput): string {
  let body = ''
  for (const variant of shorterAndShorter(input)) {
    body = writeBody(variant)
    if (body.length <= MAX_BYTES) break
  }
  return body
}

/** Yields the contents, then those without one member of the result after another, or with less of the error. */
function* shorterAndShorter(input: WebhookBodyInput): Generator<object, void> {
  const whole = contents(input)
  yield whole
  if (input.finished.status === 'failed') yield contents(withShortError(input, input.finished))
  const omitted: string[] = []
  let { result = {} } = whole
  for (const member of OMITTED_FIRST.filter((name) => Object.hasOwn(result, name))) {
    omitted.push(member)
    result = { ...Object.fromEntries(Object.entries(result).filter(([name]) => name !== member)), omitted }
    yield { ...whole, result }
  }
}

/**
 * Serialises the body of an event as compact JSON in the given order of keys. One published verifier parses it and
 * serialises it again before it hashes, so it has only what all serialisers write alike: ASCII, and no number that needs an
 * exponent.
 */
export function writeBody(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'number' ? withoutExponent(member) : member,
  ).replaceAll(/[\u007f-\uffff]/g, escaped)
}

function contents({ renderId, customId, finished, createdAt, artefactUrl }: WebhookBodyInput): {
  result?: object
  [member: string]: unknown
} {
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

/** Removes the details of an error and the end of its message. */
function withShortError(
  input: WebhookBodyInput,
  finished: Extract<Finished, { status: 'failed' }>,
): WebhookBodyInput {
  const { code, message } = finished.error
  const shortened = { code, message: message.slice(0, MAX_MESSAGE_LENGTH) }
  return { ...input, finished: { ...finished, error: shortened } }
}

/**
 * Returns what is written without an exponent: below 0.0001, where Python begins to write one, the value to four decimals;
 * from 1e21, where JavaScript does, all digits, which Python and Ruby read as an integer.
 */
function withoutExponent(value: number): number | object {
  const size = Math.abs(value)
  if (size < 1e-4) return Math.round(value * 1e4) / 1e4
  return size < 1e21 ? value : rawJSON(String(BigInt(value)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
