// Writes the SQL that leads from the schema last migrated to the present one, as a new migration:
//   node_modules/.bin/node services/management/src/make-migration.ts <name_in_snake_case>
// Read the SQL before committing it: the comparison sees a renamed column as one dropped and one added.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { diffSchemas } from './diff-schemas.ts'
import { MIGRATIONS_DIRECTORY, SCHEMA_FILE, SNAPSHOT_FILE } from './migration-files.ts'

const [name] = process.argv.slice(2)
if (!name || !/^[a-z0-9_]{1,100}$/.test(name)) throw new Error('Give the migration a name in snake_case.')

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
  console.log('The database stays as it is: no migration is needed.')
}
writeFileSync(SNAPSHOT_FILE, schema)
