import type { IncomingMessage } from 'node:http'
import { RenderError } from '@render/errors'
import type { Repeatable } from '@render/jobs'
import type { ParsedOptions } from '@render/options'
import type { Caller } from './authenticate.ts'

const LONGEST = 255
/** Visible ASCII; several headers are joined with a space, so they are refused, too. */
const FORM = /^[\x21-\x7e]+$/

/** The schema of the header, for the description of the API. */
export const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: LONGEST,
  pattern: FORM.source,
}

/**
 * A request with the header `Idempotency-Key`; undefined without one.
 * @throws {RenderError} `InvalidOptions` naming the header.
 */
export function repeatableOf(
  req: Pick<IncomingMessage, 'headers'>,
  { projectId }: Pick<Caller, 'projectId'>,
  { options, unknown }: Pick<ParsedOptions, 'options' | 'unknown'>,
): Repeatable | undefined {
  const key = req.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length <= LONGEST && FORM.test(key))
    return { projectId, key, request: canonicalJson({ options, unknown }) }
  const message = `The header "Idempotency-Key" must be sent once, with 1 to ${LONGEST} visible ASCII characters and no spaces.`
  throw new RenderError('InvalidOptions', { message, details: [{ option: 'Idempotency-Key', message }] })
}

/** JSON in which the order of members does not tell. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
