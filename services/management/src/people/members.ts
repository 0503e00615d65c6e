import { ApiError, orNotFound } from '../api/api-error.ts'
import type { DatabaseClient } from '../database/database.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import type { Prisma, Role } from '../generated/client.ts'
import { requireRightsOf, type Rights } from './require-rights.ts'

const WITH_USER = { user: { select: { name: true, email: true } } } as const

export type MemberWithUser = Prisma.MemberGetPayload<{ include: typeof WITH_USER }>

interface MemberKey {
  organisationId: string
  id: string
}

export function listMembers({ client }: DatabaseClient, organisationId: string): Promise<MemberWithUser[]> {
  return client.member.findMany({
    where: { organisationId },
    include: WITH_USER,
    orderBy: [...OLDEST_FIRST],
  })
}

/**
 * Changes the role of a member. Call it in a transaction.
 * @throws {ApiError} `NOT_FOUND` when the organisation has no such member; `FORBIDDEN` when the caller lacks rights of the
 *   member's role or of the new one; `CONFLICT` for the last owner.
 */
export async function updateRole(
  { client }: DatabaseClient,
  key: MemberKey,
  { role, caller }: { role: Role; caller: Rights },
): Promise<MemberWithUser> {
  const member = await lockMember(client, key)
  for (const each of [member.role, role]) requireRightsOf(each, caller)
  if (member.role === 'owner' && role !== 'owner') await requireAnotherOwner(client, key)
  return client.member.update({ where: { id: member.id }, data: { role }, include: WITH_USER })
}

/**
 * Removes a member from an organisation. Call it in a transaction.
 * @throws {ApiError} like `updateRole`.
 */
export async function deleteMember(
  { client }: DatabaseClient,
  key: MemberKey,
  caller: Rights,
): Promise<void> {
  const member = await lockMember(client, key)
  requireRightsOf(member.role, caller)
  if (member.role === 'owner') await requireAnotherOwner(client, key)
  await client.member.delete({ where: { id: member.id } })
}

async function lockMember(
  client: Prisma.TransactionClient,
  { organisationId, id }: MemberKey,
): Promise<{ id: string; role: Role }> {
  await lockOrganisation(client, organisationId)
  return orNotFound(await client.member.findUnique({ where: { id, organisationId } }))
}

/** Serialises changes to the members of an organisation until the transaction ends. */
export async function lockOrganisation(
  client: Prisma.TransactionClient,
  organisationId: string,
): Promise<void> {
  await client.$queryRaw`select id from organisations where id = ${organisationId} for no key update`
}

async function requireAnotherOwner(
  client: Prisma.TransactionClient,
  { organisationId, id }: MemberKey,
): Promise<void> {
  const others = await client.member.count({ where: { organisationId, role: 'owner', id: { not: id } } })
  if (others === 0)
    throw new ApiError('CONFLICT', { message: 'An organisation must have at least one owner.' })
}
