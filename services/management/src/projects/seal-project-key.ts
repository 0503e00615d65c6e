import { hashApiKey, type StorageLocation, type Vault } from '@render/vault'
import type { DatabaseClient } from '../database/database.ts'

interface Location {
  id: string
  organisationId: string
}

/**
 * Stores a secret key sealed, beside its hash. A render link is signed with the key itself, so verifying it needs more than
 * the hash.
 */
export async function sealProjectKey(
  { client }: DatabaseClient,
  vault: Vault,
  { key, ...location }: Location & { key: string },
): Promise<void> {
  const sealed = await vault.seal(key, projectKeyLocation(location))
  await client.$executeRaw`update project_keys set sealed = ${sealed} where id = ${location.id}`
}

/** Stores a key of an earlier version sealed, of which there is only the hash; changes nothing for any other key. */
export async function sealKnownKey({ client }: DatabaseClient, vault: Vault, key: string): Promise<void> {
  const row = await client.projectKey.findFirst({
    where: { hash: hashApiKey(key), kind: 'secret', sealed: null, revokedAt: null },
    select: { id: true, organisationId: true },
  })
  if (row) await sealProjectKey({ client }, vault, { ...row, key })
}

/** Returns a key that was stored sealed. */
export function openProjectKey(vault: Vault, location: Location, sealed: string): Promise<string> {
  return vault.open(sealed, projectKeyLocation(location))
}

/** Returns the location that a key is sealed to. In another row or organisation it cannot be opened. */
function projectKeyLocation({ id, organisationId }: Location): StorageLocation {
  return { organisationId, table: 'project_keys', rowId: id }
}
