import { createHash, timingSafeEqual } from 'node:crypto'
import type { DatabaseClient } from '../database/database.ts'
import type { Role } from '../generated/client.ts'

/** Returns the open invitation of an address with this token; undefined when there is none. */
export async function findInvitation(
  { client }: DatabaseClient,
  { email, token }: { email: string; token: string },
): Promise<{ role: Role; identifier: string } | undefined> {
  const [organisationId = '', secret = ''] = token.split('.')
  const identifier = identifierOf(organisationId, email.toLowerCase())
  const found = await client.verification.findFirst({ where: { identifier, expiresAt: { gt: new Date() } } })
  if (!found) return undefined
  const { role, hash: expected } = JSON.parse(found.value) as { role: Role; hash: string }
  return timingSafeEqual(Buffer.from(hash(secret)), Buffer.from(expected)) ? { role, identifier } : undefined
}

/** Returns the identifier of an address's invitation; without address, the prefix of all of the organisation's. */
export function identifierOf(organisationId: string, email?: string): string {
  return `invitation:${organisationId}:${email === undefined ? '' : hash(email)}`
}

/** Returns the hex SHA-256 of a token or an address. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
