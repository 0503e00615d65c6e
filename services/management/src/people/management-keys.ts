import { hashApiKey, makeApiKey } from '@render/vault'
import { orNotFound } from '../api/api-error.ts'
import type { DatabaseClient } from '../database/database.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'
import type { ManagementKey } from '../generated/client.ts'
import { requirePermissions, type Rights } from './require-rights.ts'

/** Lists the management keys of an organisation, including revoked ones, oldest first. */
export function listManagementKeys(
  { client }: DatabaseClient,
  organisationId: string,
): Promise<ManagementKey[]> {
  return client.managementKey.findMany({
    where: { organisationId },
    orderBy: [...OLDEST_FIRST],
  })
}

/** Returns the only copy of the key; the database stores its hash. */
export async function createManagementKey(
  { client }: DatabaseClient,
  content: { organisationId: string; name: string; permissions: string[] },
): Promise<ManagementKey & { key: string }> {
  const key = makeApiKey('mk')
  const stored = { hash: hashApiKey(key), prefix: 'mk', last4: key.slice(-4) }
  const row = await client.managementKey.create({
    data: { id: newId('managementKey'), ...content, ...stored },
  })
  return { ...row, key }
}

/**
 * Revokes a key. Revoking a revoked key changes nothing.
 * @throws {ApiError} `NOT_FOUND` when the organisation has no such key; `FORBIDDEN` when the caller lacks permissions of it.
 */
export async function revokeManagementKey(
  { client }: DatabaseClient,
  { organisationId, id }: { organisationId: string; id: string },
  caller: Rights,
): Promise<void> {
  const key = orNotFound(await client.managementKey.findUnique({ where: { id, organisationId } }))
  requirePermissions(key.permissions, caller)
  await client.managementKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } })
}
