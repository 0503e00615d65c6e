// Creates the first organisation, user, plan, project and keys. A second run changes nothing.
import { readConfig } from '@render/runtime'
import { createVault } from '@render/vault'
import { seedEnvironment } from './config.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, createDatabase } from './database/database.ts'
import { seedDatabase } from './database/seed-database.ts'

const config = readConfig(seedEnvironment)
await using database = createDatabase(config.DATABASE_URL, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS })
await seedDatabase(database, createVault(config.VAULT_KEYS), {
  secretKey: config.SEED_SECRET_KEY,
  publishableKey: config.SEED_PUBLISHABLE_KEY,
  webhookSecret: config.SEED_WEBHOOK_SECRET,
  organisationKey: config.SEED_ORGANISATION_KEY,
  proxies: config.SEED_PROXIES,
})
console.log('The first organisation, user, plan, project and keys exist.')
