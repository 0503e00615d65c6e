// Runs before the first test file: starts one Postgres for all files, with a migrated database as the template of theirs.
import { startSinglePostgres } from '@render/local'
import { query } from '@render/testkit'
import { applyMigrations } from '../../src/database/apply-migrations.ts'
import { MIGRATIONS_DIRECTORY } from '../../src/database/migration-files.ts'
import { TEMPLATE_URL } from './borrow-database.ts'
import { shared } from './shared.ts'

export default async function startSharedPostgres(): Promise<void> {
  const { url } = shared.use(await startSinglePostgres())
  // The data of tests need not survive a crash of the machine.
  await query(url, 'alter system set fsync = off')
  await query(url, 'select pg_reload_conf()')
  await applyMigrations(url, MIGRATIONS_DIRECTORY)
  process.env[TEMPLATE_URL] = url
}
