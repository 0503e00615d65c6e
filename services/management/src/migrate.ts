// Migrates the database of DATABASE_URL to the newest schema. A second run changes nothing.
import { readConfig } from '@render/runtime'
import { applyMigrations } from './database/apply-migrations.ts'
import { migrateEnvironment } from './config.ts'
import { MIGRATIONS_DIRECTORY } from './database/migration-files.ts'

const { DATABASE_URL } = readConfig(migrateEnvironment)
const applied = await applyMigrations(DATABASE_URL, MIGRATIONS_DIRECTORY)
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
