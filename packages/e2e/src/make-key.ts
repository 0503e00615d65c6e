import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Returns a well-formed key that does not exist: a secret key of a project, or a management key. */
export function makeKey(kind: 'sk' | 'mk'): string {
  const secret = `${kind}_${randomBytes(32).toString('base64url')}`
  return `${secret}${crc32(secret).toString(16).padStart(8, '0')}`
}
