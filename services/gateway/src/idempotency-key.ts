import type { IncomingMessage } from 'node:http'
import { RenderError } from '@render/errors'
import { orQueueAway, type Claim, type Repeatable } from '@render/jobs'
import type { Caller } from './authenticate.ts'
import type { GatewayContext } from './context.ts'

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
 * A request with the header `Idempotency-Key`; undefined without one. `asked` is all that it asks for.
 * @throws {RenderError} `InvalidOptions` naming the header.
 */
export function repeatableOf(
  req: Pick<IncomingMessage, 'headers'>,
  { projectId }: Pick<Caller, 'projectId'>,
  asked: object,
): Repeatable | undefined {
  const key = req.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length <= LONGEST && FORM.test(key))
    return { projectId, key, request: canonicalJson(asked) }
  const message = `The header "Idempotency-Key" must be sent once, with 1 to ${LONGEST} visible ASCII characters and no spaces.`
  throw new RenderError('InvalidOptions', { message, details: [{ option: 'Idempotency-Key', message }] })
}

/**
 * Ties a request to what it is about to make.
 * @throws {RenderError} `IdempotencyKeyReused` when it is another one's key.
 */
export async function claim(
  repeatable: Repeatable,
  id: string,
  { claims }: Pick<GatewayContext, 'claims'>,
): Promise<Claim> {
  const claimed = await orQueueAway(claims.claim(repeatable, id))
  if (claimed.state === 'other') throw new RenderError('IdempotencyKeyReused')
  return claimed
}

/** JSON in which the order of members does not tell. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
