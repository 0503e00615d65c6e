import { randomBytes } from 'node:crypto'

/** The public prefix of each kind of row: an id says what it names. */
export type IdPrefix = 'org' | 'usr' | 'mem' | 'plan' | 'proj' | 'key' | 'whk' | 'mkey'

/** A new id, such as `proj_5f0c2e9a1b7d4c3e8f60a2b4`: 96 random bits, unguessable enough for a name, not a secret. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
