// Tokens of render links: the hex HMAC of the query string, with a secret key of the project.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Hash functions by the number of hex digits of their tokens. Older clients use SHA-1. */
const HASHES: Record<number, string> = { 40: 'sha1', 64: 'sha256' }

/**
 * Returns whether one of the keys signs a query string. Browsers send `'` as `%27` when they find it in a link, so a query
 * with `%27` is also valid when it was signed with `'`.
 */
export function isSigned(query: string, token: string, keys: readonly string[]): boolean {
  const hash = /^[0-9a-f]+$/i.test(token) ? HASHES[token.length] : undefined
  if (hash === undefined) return false
  const given = Buffer.from(token, 'hex')
  const forms = new Set([query, query.replaceAll('%27', "'")])
  return [...forms].some((form) =>
    keys.some((key) => timingSafeEqual(createHmac(hash, key).update(form).digest(), given)),
  )
}
