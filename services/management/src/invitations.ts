import { createHash, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { ApiError, orNotFound } from './api/api-error.ts'
import type { Database } from './database.ts'
import type { Member, Prisma, Role } from './generated/client.ts'
import { holdOrganisation, requireOwner } from './members.ts'

type Client = Pick<Database, 'client'>

interface Invitation {
  organisationId: string
  email: string
  role: Role
}

export interface Invited {
  expiresAt: Date
  /** For whoever reads the mails of that address, and nobody else: it is kept as a hash. */
  token: string
  /** By name. */
  organisation: string
}

const DAY_MS = 24 * 3_600_000
const LIFETIME_MS = 7 * DAY_MS
/** Nobody's mailbox is filled. */
const PAUSE_MS = 3_600_000

/**
 * Invites an address, in the place of an earlier invitation. Call it in a transaction.
 * @throws {ApiError} `FORBIDDEN` when who is no owner invites one; `CONFLICT` for a member, one who was invited within the
 *   hour, and when members and those who are invited are as many as the plan allows.
 */
export async function inviteMember(
  { client }: Client,
  { organisationId, email: given, role }: Invitation,
  { by }: { by: Role | 'key' },
): Promise<Invited> {
  if (role === 'owner') requireOwner(by)
  const email = given.toLowerCase()
  const identifier = identifierOf(organisationId, email)
  await holdOrganisation(client, organisationId)
  if (await client.member.count({ where: { organisationId, user: { email } } }))
    throw new ApiError('CONFLICT', { message: 'They are in the organisation already.' })
  const recent = { identifier, createdAt: { gt: new Date(Date.now() - PAUSE_MS) } }
  if (await client.verification.count({ where: recent }))
    throw new ApiError('CONFLICT', { message: 'They were invited within the last hour.' })
  await client.verification.deleteMany({ where: { identifier } })
  const pending = await client.verification.count({
    where: { identifier: { startsWith: identifierOf(organisationId) }, expiresAt: { gt: new Date() } },
  })
  const organisation = await requireRoom(client, organisationId, pending)

  const secret = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  const value = JSON.stringify({ role, hash: hash(secret) })
  await client.verification.create({ data: { id: `ver_${randomUUIDv7()}`, identifier, value, expiresAt } })
  return { expiresAt, token: `${organisationId}.${secret}`, organisation }
}

/**
 * Lets a user into the organisation that their address was invited to. Call it in a transaction.
 * @throws {ApiError} `NOT_FOUND` for a token that is wrong, over, used, or somebody else's; `CONFLICT` when there is no room.
 */
export async function acceptInvitation(
  { client }: Client,
  { userId, token }: { userId: string; token: string },
): Promise<Member> {
  const [organisationId = '', secret = ''] = token.split('.')
  const user = orNotFound(await client.user.findUnique({ where: { id: userId } }))
  const identifier = identifierOf(organisationId, user.email)
  await holdOrganisation(client, organisationId)
  const found = await client.verification.findFirst({ where: { identifier, expiresAt: { gt: new Date() } } })
  const { role, hash: expected } = JSON.parse(orNotFound(found).value) as { role: Role; hash: string }
  if (!timingSafeEqual(Buffer.from(hash(secret)), Buffer.from(expected))) throw new ApiError('NOT_FOUND')
  await requireRoom(client, organisationId, 0)
  await client.verification.deleteMany({ where: { identifier } })
  return client.member.create({ data: { id: `mem_${randomUUIDv7()}`, organisationId, userId, role } })
}

/** Gives the organisation's name. */
async function requireRoom(
  client: Prisma.TransactionClient,
  organisationId: string,
  pending: number,
): Promise<string> {
  const { name, plan, _count } = await client.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    include: { plan: true, _count: { select: { members: true } } },
  })
  if (_count.members + pending >= (plan?.maxMembers ?? 0))
    throw new ApiError('CONFLICT', { message: 'The plan has no room for another member.' })
  return name
}

/** Of the address of one, or how those of all begin. */
function identifierOf(organisationId: string, email?: string): string {
  return `invitation:${organisationId}:${email === undefined ? '' : hash(email)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
