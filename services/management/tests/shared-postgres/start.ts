// Before the first test file: one Postgres for all of them, with a migrated database that theirs are copies of.
import { startPostgresAlone } from '@render/local'
import { query } from '@render/testkit'
import { applyMigrations } from '../../src/apply-migrations.ts'
import { MIGRATIONS_DIRECTORY } from '../../src/migration-files.ts'
import { TEMPLATE_URL } from './borrow-database.ts'
import { shared } from './shared.ts'

export default async function startSharedPostgres(): Promise<void> {
  const { url } = shared.use(await startPostgresAlone())
  // What it loses when the machine dies, nobody would look for.
  await query(url, 'alter system set fsync = off')
  await query(url, 'select pg_reload_conf()')
  await applyMigrations(url, MIGRATIONS_DIRECTORY)
  process.env[TEMPLATE_URL] = url
}
