import { ApiError, orNotFound } from './api/api-error.ts'
import type { Database } from './database.ts'
import type { Prisma, Role } from './generated/client.ts'
import { OLDEST_FIRST } from './list-order.ts'

type Client = Pick<Database, 'client'>

const WITH_USER = { user: { select: { name: true, email: true } } } as const

export type MemberWithUser = Prisma.MemberGetPayload<{ include: typeof WITH_USER }>

interface MemberPlace {
  organisationId: string
  id: string
}

/** What somebody is who changes members. */
interface By {
  by: Role | 'key'
}

/** Everybody of an organisation, the longest there first. */
export function listMembers({ client }: Client, organisationId: string): Promise<MemberWithUser[]> {
  return client.member.findMany({
    where: { organisationId },
    include: WITH_USER,
    orderBy: [...OLDEST_FIRST],
  })
}

/**
 * Makes somebody owner, admin or member. Call it in a transaction.
 * @throws {ApiError} `NOT_FOUND` where the organisation has no such member; `FORBIDDEN` when who is no owner makes one, or
 *   changes one; `CONFLICT` for the last owner.
 */
export async function changeRole(
  { client }: Client,
  place: MemberPlace,
  { role, by }: By & { role: Role },
): Promise<MemberWithUser> {
  const member = await holdMember(client, place)
  if (role === 'owner' || member.role === 'owner') requireOwner(by)
  if (member.role === 'owner' && role !== 'owner') await requireAnotherOwner(client, place)
  return client.member.update({ where: { id: member.id }, data: { role }, include: WITH_USER })
}

/**
 * Puts somebody out of an organisation. Call it in a transaction.
 * @throws {ApiError} as `changeRole`.
 */
export async function removeMember({ client }: Client, place: MemberPlace, { by }: By): Promise<void> {
  const member = await holdMember(client, place)
  if (member.role === 'owner') {
    requireOwner(by)
    await requireAnotherOwner(client, place)
  }
  await client.member.delete({ where: { id: member.id } })
}

async function holdMember(
  client: Prisma.TransactionClient,
  { organisationId, id }: MemberPlace,
): Promise<{ id: string; role: Role }> {
  await holdOrganisation(client, organisationId)
  return orNotFound(await client.member.findUnique({ where: { id, organisationId } }))
}

/** Until the transaction ends, nobody else changes members of the organisation. */
export async function holdOrganisation(
  client: Prisma.TransactionClient,
  organisationId: string,
): Promise<void> {
  await client.$queryRaw`select id from organisations where id = ${organisationId} for no key update`
}

/** A management key is none, whatever its permissions: programs have it. */
export function requireOwner(by: Role | 'key'): void {
  if (by !== 'owner') throw new ApiError('FORBIDDEN', { message: 'Only owners make owners, or change one.' })
}

async function requireAnotherOwner(
  client: Prisma.TransactionClient,
  { organisationId, id }: MemberPlace,
): Promise<void> {
  const others = await client.member.count({ where: { organisationId, role: 'owner', id: { not: id } } })
  if (others === 0) throw new ApiError('CONFLICT', { message: 'An organisation has one owner at least.' })
}
