// The account of tests: an organisation with a user, a project and keys.
import { createVault, makeApiKey, makeVaultKey, makeWebhookSecret } from '@render/vault'
import { COMMAND_CONNECT_TIMEOUT_MS, openDatabase } from '../src/database/database.ts'
import { seedDatabase } from '../src/database/seed-database.ts'

export type SeededAccount = Awaited<ReturnType<typeof seedAccount>>

/** Creates the account in a migrated database, with new keys. */
export async function seedAccount(url: string) {
  const vaultKeys = [makeVaultKey()]
  const keys = {
    secretKey: makeApiKey('sk'),
    publishableKey: makeApiKey('pk'),
    webhookSecret: makeWebhookSecret(),
    organisationKey: makeApiKey('mk'),
  }
  await using database = openDatabase(url, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS })
  await seedDatabase(database, createVault(vaultKeys), keys)
  const { id: projectId, organisationId } = await database.client.project.findFirstOrThrow()
  return { vaultKeys, keys, owner: { organisationId, projectId } }
}
