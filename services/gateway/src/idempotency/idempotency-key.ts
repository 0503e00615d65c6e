import type { IncomingMessage } from 'node:http'
import { RenderError } from '@render/errors'
import type { IdempotentRequest } from '@render/jobs'
import { canonicalJson } from '@render/options'
import type { Caller } from '../intake/identify.ts'

const MAX_LENGTH = 255
/** Visible ASCII. Node joins repeated headers with a comma and a space, so the pattern refuses those too. */
const PATTERN = /^[\x21-\x7e]+$/

/** JSON Schema of the header, for the OpenAPI document. */
export const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_LENGTH,
  pattern: PATTERN.source,
}

/**
 * Reads the header `Idempotency-Key`; returns undefined without one. `requested` is all that the request asks for.
 * @throws {RenderError} `InvalidOptions` naming the header.
 */
export function idempotentRequest(
  req: Pick<IncomingMessage, 'headers'>,
  { projectId }: Pick<Caller, 'projectId'>,
  requested: object,
): IdempotentRequest | undefined {
  const key = req.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length <= MAX_LENGTH && PATTERN.test(key))
    return { projectId, key, request: canonicalJson(requested) }
  throw RenderError.forOption(
    'Idempotency-Key',
    `The header "Idempotency-Key" must be sent once, with 1 to ${MAX_LENGTH} visible ASCII characters and no spaces.`,
  )
}
