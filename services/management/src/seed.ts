// Creates the first organisation, user, plan, project and keys. A second run changes nothing.
import { readConfig } from '@render/runtime'
import { createVault } from '@render/vault'
import { seedEnvironment } from './config.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, openDatabase } from './database/database.ts'
import { seedDatabase, seedKeysOf } from './database/seed-database.ts'

const config = readConfig(seedEnvironment)
await using database = openDatabase(config.DATABASE_URL, { connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS })
await seedDatabase(database, createVault(config.VAULT_KEYS), seedKeysOf(config))
console.log('The first organisation, user, plan, project and keys exist.')
