// Writes a migration from the schema of the newest migration to the current schema:
//   node_modules/.bin/node services/management/src/make-migration.ts <name_in_snake_case>
// Review the SQL before committing it: a renamed column appears as one dropped and one added.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { diffSchemas } from './database/diff-schemas.ts'
import { MIGRATIONS_DIRECTORY, SCHEMA_FILE, SNAPSHOT_FILE } from './database/migration-files.ts'

const [name] = process.argv.slice(2)
if (!name || !/^[a-z0-9_]{1,100}$/.test(name))
  throw new Error('Usage: make-migration.ts <name_in_snake_case>')

const schema = readFileSync(SCHEMA_FILE, 'utf8')
const migrated = existsSync(SNAPSHOT_FILE) ? readFileSync(SNAPSHOT_FILE, 'utf8') : undefined
const sql = await diffSchemas(migrated, schema)
if (sql !== '') {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const directory = `${MIGRATIONS_DIRECTORY}/${time}_${name}`
  mkdirSync(directory)
  writeFileSync(`${directory}/migration.sql`, sql)
  console.log(`Wrote ${directory}/migration.sql`)
} else {
  console.log('The schema has not changed: no migration is needed.')
}
writeFileSync(SNAPSHOT_FILE, schema)
