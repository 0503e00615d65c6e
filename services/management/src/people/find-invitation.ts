import { createHash, timingSafeEqual } from 'node:crypto'
import type { DatabaseClient } from '../database/database.ts'
import type { Role } from '../generated/client.ts'

/** With it begin the identifiers of all invitations. */
export const INVITATION = 'invitation:'

/** What is stored of an invitation. */
export interface StoredInvitation {
  role: Role
  /** Of the token's secret. */
  hash: string
  /** The address as it was given; undefined in invitations of an earlier version. */
  email?: string
}

/** Returns the open invitation of an address with this token; undefined when there is none. */
export async function findInvitation(
  { client }: DatabaseClient,
  { email, token }: { email: string; token: string },
): Promise<{ role: Role; identifier: string } | undefined> {
  const [organisationId = '', secret = ''] = token.split('.')
  const identifier = identifierOf(organisationId, email.toLowerCase())
  const found = await client.verification.findFirst({ where: { identifier, ...isOpen() } })
  if (!found) return undefined
  const { role, hash: expected } = JSON.parse(found.value) as StoredInvitation
  return timingSafeEqual(Buffer.from(hash(secret)), Buffer.from(expected)) ? { role, identifier } : undefined
}

/** Returns the condition for all open invitations of an organisation. */
export function openInvitationsOf(organisationId: string) {
  return { identifier: { startsWith: identifierOf(organisationId) }, ...isOpen() }
}

function isOpen() {
  return { expiresAt: { gt: new Date() } }
}

/** Returns the identifier of an address's invitation; without address, the prefix of all of the organisation's. */
export function identifierOf(organisationId: string, email?: string): string {
  return `${INVITATION}${organisationId}:${email === undefined ? '' : hash(email)}`
}

/** Returns the hex SHA-256 of a token or an address. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
