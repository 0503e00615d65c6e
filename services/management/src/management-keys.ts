import { randomUUIDv7 } from 'node:crypto'
import { hashApiKey, makeApiKey } from '@render/vault'
import type { Database } from './database.ts'
import type { ManagementKey } from './generated/client.ts'
import { OLDEST_FIRST } from './list-order.ts'

type Client = Pick<Database, 'client'>

/** The management keys of an organisation, revoked ones too, the oldest first. */
export function listManagementKeys({ client }: Client, organisationId: string): Promise<ManagementKey[]> {
  return client.managementKey.findMany({
    where: { organisationId },
    orderBy: [...OLDEST_FIRST],
  })
}

/** The key itself is nowhere else than in what is returned. */
export async function createManagementKey(
  { client }: Client,
  content: { organisationId: string; name: string; permissions: string[] },
): Promise<ManagementKey & { key: string }> {
  const key = makeApiKey('mk')
  const stored = { hash: hashApiKey(key), prefix: 'mk', last4: key.slice(-4) }
  const row = await client.managementKey.create({
    data: { id: `mkey_${randomUUIDv7()}`, ...content, ...stored },
  })
  return { ...row, key }
}

/** Revoking twice changes nothing. False when the organisation has no such key. */
export async function revokeManagementKey(
  { client }: Client,
  { organisationId, id }: { organisationId: string; id: string },
): Promise<boolean> {
  const where = { id, organisationId }
  const revoked = await client.managementKey.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return revoked.count === 1 || (await client.managementKey.count({ where })) === 1
}
