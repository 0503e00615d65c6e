// The part of a finished render that its event can contain, and how an event is written.
import type { Finished, RenderOutcome } from './outcome.ts'
import { OMITTED_FIRST } from './page-data.ts'
import { publicResult } from './public-result.ts'

/** Longest body of an event, in bytes. */
export const MAX_EVENT_BYTES = 20_000
const MAX_MESSAGE_LENGTH = 2000

/** The types of TypeScript lack it. */
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => object }

type Failed = Extract<Finished, { status: 'failed' }>

/**
 * Returns a finished render as it is if it is short, and else without what its event cannot contain, so that an event that
 * waits for its receiver takes little memory. Both make the same event.
 */
export function eventPart(finished: Finished): Finished {
  if (JSON.stringify(finished).length <= MAX_EVENT_BYTES) return finished
  let part = finished
  for (const shorter of shorterAndShorter(withoutInternals(finished))) {
    part = shorter
    const shown = part.status === 'failed' ? part.error : publicResult(part.outcome, '')
    if (writeEvent(shown).length <= MAX_EVENT_BYTES) break
  }
  // Numbers can be much shorter in an event.
  return JSON.parse(writeEvent(part)) as Finished
}

/** Yields a finished render, then the same without one member of the result after another, or with less of the error. */
export function* shorterAndShorter(finished: Finished): Generator<Finished, void> {
  yield finished
  if (finished.status === 'failed') return yield withShortError(finished)
  let { outcome, omitted = [] } = finished
  for (const member of OMITTED_FIRST.filter((name) => hasMember(outcome, name))) {
    outcome = withoutMember(outcome, member)
    omitted = [...omitted, member]
    yield { ...finished, outcome, omitted }
  }
}

/**
 * Serialises the body of an event as compact JSON in the given order of keys. One published verifier parses it and
 * serialises it again before it hashes, so it has only what all serialisers write alike: ASCII, and no number that needs an
 * exponent.
 */
export function writeEvent(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'number' ? withoutExponent(member) : member,
  ).replaceAll(/[\u007f-\uffff]/g, escaped)
}

/** Removes what no result shows: how the render was made, and the frames that were kept of a video. */
function withoutInternals(finished: Finished): Finished {
  if (finished.status === 'failed') return finished
  const { engine: _, files, ...outcome } = finished.outcome
  const shown = files?.filter(({ kind }) => kind !== 'frame')
  return { ...finished, outcome: { ...outcome, ...(shown && { files: shown }) } }
}

type Member = (typeof OMITTED_FIRST)[number]

/** Why a model gave no answer is never left out. */
function hasMember(outcome: RenderOutcome, member: Member): boolean {
  const isAnswer = member !== 'llm' || (outcome.llm !== undefined && 'answer' in outcome.llm)
  return isAnswer && Object.hasOwn(publicResult(outcome, ''), member)
}

/** Removes that from an outcome from which a result has the member. */
function withoutMember(outcome: RenderOutcome, member: Member): RenderOutcome {
  const { data, certificate, files, ...others } = outcome
  return {
    ...without(others, member),
    warnings: member === 'warnings' ? [] : outcome.warnings,
    ...(data && { data: without(data, member) }),
    ...(certificate && { certificate: without(certificate, member) }),
    ...(files && { files: files.filter(({ kind }) => `${kind}s` !== member) }),
  }
}

function without<T extends object>(value: T, member: string): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== member)) as T
}

/** Removes the details of an error and the end of its message. */
function withShortError({ error: { code, message }, ...finished }: Failed): Failed {
  return { ...finished, error: { code, message: message.slice(0, MAX_MESSAGE_LENGTH) } }
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
