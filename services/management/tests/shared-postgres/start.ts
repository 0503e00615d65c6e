// Runs before the first test file: starts one Postgres for all files, with the databases that theirs are copies of.
import { startSinglePostgres } from '@render/local'
import { query } from '@render/testkit'
import { applyMigrations } from '../../src/database/apply-migrations.ts'
import { MIGRATIONS_DIRECTORY } from '../../src/database/migration-files.ts'
import { seedAccount } from '../seed-account.ts'
import { copyOf, TEMPLATES, type Templates } from './borrow-database.ts'
import { shared } from './shared.ts'

export default async function startSharedPostgres(): Promise<void> {
  const { url } = shared.use(await startSinglePostgres())
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href
  // The data of tests need not survive a crash of the machine, and is too little to be cleaned up.
  for (const setting of ['fsync', 'autovacuum']) await query(server, `alter system set ${setting} = off`)
  await query(server, 'select pg_reload_conf()')
  await applyMigrations(url, MIGRATIONS_DIRECTORY)
  const { url: seeded } = await copyOf(url)
  const templates: Templates = { empty: url, seeded, account: await seedAccount(seeded) }
  process.env[TEMPLATES] = JSON.stringify(templates)
}
