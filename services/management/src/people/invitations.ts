import { randomBytes } from 'node:crypto'
import { ApiError, orNotFound } from '../api/api-error.ts'
import type { DatabaseClient } from '../database/database.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'
import type { Member, Prisma, Role, Verification } from '../generated/client.ts'
import {
  findInvitation,
  hash,
  identifierOf,
  openInvitationsOf,
  type StoredInvitation,
} from './find-invitation.ts'
import { lockOrganisation } from './members.ts'
import { requireRightsOf, type Rights } from './require-rights.ts'

interface Invitation {
  organisationId: string
  email: string
  role: Role
}

/** An invitation that can still be accepted. */
export interface OpenInvitation {
  id: string
  role: Role
  email?: string
  createdAt: Date
  expiresAt: Date
}

interface CreatedInvitation {
  id: string
  expiresAt: Date
  /** Goes into the mail and nowhere else: the database stores its hash. */
  token: string
  /** Name of the organisation. */
  organisation: string
}

const DAY_MS = 24 * 3_600_000
const LIFETIME_MS = 7 * DAY_MS
/** Minimum time between two invitations of one address, so that nobody can flood a mailbox. */
export const PAUSE_MS = 3_600_000
/** Maximum number of invitations of an organisation within `PAUSE_MS`: withdrawn ones free a place, but were mailed too. */
const MAX_PER_PAUSE = 100

/** Lists the open invitations of an organisation, oldest first. */
export async function listInvitations(
  { client }: DatabaseClient,
  organisationId: string,
): Promise<OpenInvitation[]> {
  const where = openInvitationsOf(organisationId)
  return (await client.verification.findMany({ where, orderBy: [...OLDEST_FIRST] })).map(openedFrom)
}

/**
 * Withdraws an invitation: its token is of no use any more. Its row stays until it is swept, so that the address is not invited
 * again within the hour. Call it in a transaction.
 * @throws {ApiError} `NOT_FOUND` when the organisation has no such open invitation; `FORBIDDEN` when the caller lacks rights of
 *   its role.
 */
export async function withdrawInvitation(
  { client }: DatabaseClient,
  { organisationId, id }: { organisationId: string; id: string },
  caller: Rights,
): Promise<void> {
  await lockOrganisation(client, organisationId)
  const where = { id, ...openInvitationsOf(organisationId) }
  const { role } = openedFrom(orNotFound(await client.verification.findFirst({ where })))
  requireRightsOf(role, caller)
  await client.verification.update({ where: { id }, data: { expiresAt: new Date(0) } })
}

function openedFrom({ id, value, createdAt, expiresAt }: Verification): OpenInvitation {
  const { role, email } = JSON.parse(value) as StoredInvitation
  return { id, role, createdAt, expiresAt, ...(email !== undefined && { email }) }
}

/**
 * Invites an e-mail address; replaces an earlier invitation of it. Call it in a transaction.
 * @throws {ApiError} `FORBIDDEN` when the caller lacks rights of the role; `CONFLICT` when the address belongs to a member,
 *   was invited within the last hour, when the organisation has sent too many invitations within it, or when members and
 *   open invitations reach the plan's `maxMembers`.
 */
export async function createInvitation(
  { client }: DatabaseClient,
  { organisationId, email: given, role }: Invitation,
  caller: Rights,
): Promise<CreatedInvitation> {
  requireRightsOf(role, caller)
  const email = given.toLowerCase()
  const identifier = identifierOf(organisationId, email)
  await lockOrganisation(client, organisationId)
  if (await client.member.count({ where: { organisationId, user: { email } } }))
    throw new ApiError('CONFLICT', {
      message: 'This address already belongs to a member of the organisation.',
    })
  const createdAt = { gt: new Date(Date.now() - PAUSE_MS) }
  if (await client.verification.count({ where: { identifier, createdAt } }))
    throw new ApiError('CONFLICT', {
      message: 'This address was invited within the last hour: try again later.',
    })
  const all = { startsWith: identifierOf(organisationId) }
  if ((await client.verification.count({ where: { identifier: all, createdAt } })) >= MAX_PER_PAUSE)
    throw new ApiError('CONFLICT', {
      message: `Limit reached: an organisation can send at most ${MAX_PER_PAUSE} invitations within an hour.`,
    })
  await client.verification.deleteMany({ where: { identifier } })
  const pending = await client.verification.count({ where: openInvitationsOf(organisationId) })
  const organisation = await requireMemberCapacity(client, organisationId, pending)

  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  const value = JSON.stringify({ role, hash: hash(secret), email: given } satisfies StoredInvitation)
  const id = newId('verification')
  await client.verification.create({ data: { id, identifier, value, expiresAt } })
  return { id, expiresAt, token: `${organisationId}.${secret}`, organisation }
}

/**
 * Makes a user a member of the organisation that invited their e-mail address. Call it in a transaction.
 * @throws {ApiError} `NOT_FOUND` for a token that is unknown, expired, used, or for another address; `CONFLICT` for a
 *   member, and when the plan's `maxMembers` is reached.
 */
export async function acceptInvitation(
  { client }: DatabaseClient,
  { userId, token }: { userId: string; token: string },
): Promise<Member> {
  const [organisationId = ''] = token.split('.')
  const user = orNotFound(await client.user.findUnique({ where: { id: userId } }))
  await lockOrganisation(client, organisationId)
  const { role, identifier } = orNotFound(await findInvitation({ client }, { email: user.email, token }))
  if (await client.member.count({ where: { organisationId, userId } }))
    throw new ApiError('CONFLICT', { message: 'The caller is already a member of the organisation.' })
  await requireMemberCapacity(client, organisationId)
  await client.verification.deleteMany({ where: { identifier } })
  return client.member.create({ data: { id: newId('member'), organisationId, userId, role } })
}

/**
 * Returns the organisation's name. Call it while the organisation is locked.
 * @throws {ApiError} `CONFLICT` when members and `pending` invitations reach the plan's limit, or there is no plan.
 */
export async function requireMemberCapacity(
  client: Prisma.TransactionClient,
  organisationId: string,
  pending = 0,
): Promise<string> {
  const { name, plan, _count } = await client.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    include: { plan: true, _count: { select: { members: true } } },
  })
  if (!plan)
    throw new ApiError('CONFLICT', { message: 'The organisation needs a plan that allows another member.' })
  if (_count.members + pending >= plan.maxMembers)
    throw new ApiError('CONFLICT', {
      message: `Limit reached: the plan allows ${plan.maxMembers} members${pending > 0 ? ', open invitations included' : ''}.`,
    })
  return name
}
