// Applies SQL migrations, forward only, and records them in Prisma's own table, so that `prisma migrate deploy` sees them
// as applied.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { readMigrations, type Migration } from './migration-files.ts'

interface AppliedRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/** The advisory lock that Prisma's engine also takes, so that both exclude each other. */
const LOCK = 72_707_369
const LOCK_TIMEOUT_MS = 60_000
const LOCK_POLL_MS = 100

const TABLE = `
  create table if not exists "_prisma_migrations" (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`

/**
 * Applies the due migrations of a folder and returns their names. Each runs in a transaction of its own: one that fails is
 * rolled back. One that creates an index concurrently runs outside of a transaction, so that the table can be written
 * meanwhile; when it was interrupted, the invalid index is dropped first. Concurrent processes wait for each other.
 * @throws {Error} when a migration fails, was begun by another tool, or was changed after it had been applied.
 */
export async function applyMigrations(databaseUrl: string, directory: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await takeLock(client)
    await client.query(TABLE)
    const due = dueMigrations(readMigrations(directory), await readApplied(client))
    for (const migration of due) await apply(client, migration)
    return due.map(({ name }) => name)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Polls, because an index is created concurrently only after all statements that run, also those that wait for a lock. */
async function takeLock(client: Client): Promise<void> {
  for (const startedMs = performance.now(); ;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ])
    if (rows[0]!.taken) return
    if (performance.now() - startedMs > LOCK_TIMEOUT_MS) throw new Error('Another migration is running.')
    await sleep(LOCK_POLL_MS)
  }
}

async function readApplied(client: Client): Promise<AppliedRow[]> {
  const columns = 'migration_name, checksum, finished_at'
  const { rows } = await client.query<AppliedRow>(
    `select ${columns} from "_prisma_migrations" where rolled_back_at is null order by started_at`,
  )
  return rows
}

function dueMigrations(migrations: Migration[], applied: AppliedRow[]): Migration[] {
  const rows = new Map(applied.map((row) => [row.migration_name, row]))
  for (const { migration_name: name, finished_at: finishedAt } of applied) {
    if (!finishedAt)
      throw new Error(
        `Migration ${name} was begun by another tool and never finished: resolve it there first.`,
      )
  }
  return migrations.filter(({ name, checksum }) => {
    const row = rows.get(name)
    if (row && row.checksum !== checksum)
      throw new Error(
        `Migration ${name} was changed after it had been applied: restore the file and add a new migration.`,
      )
    return !row
  })
}

/** Finds the index in a migration that has to run outside of a transaction. Such a file has one statement only. */
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently ("\w+")/im

async function apply(client: Client, migration: Migration): Promise<void> {
  const [, index] = CONCURRENT_INDEX.exec(migration.sql) ?? []
  try {
    if (index) await applyConcurrently(client, migration, index)
    else await applyInTransaction(client, migration)
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    const reason = cause instanceof Error ? cause.message : String(cause)
    const end = index ? 'failed' : 'failed and was rolled back'
    throw new Error(`Migration ${migration.name} ${end}: ${reason}`, { cause })
  }
}

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  await client.query(migration.sql)
  await record(client, migration)
  await client.query('commit')
}

/** An index that exists already is complete or what an interruption left; neither is recorded, so it is created again. */
async function applyConcurrently(client: Client, migration: Migration, index: string): Promise<void> {
  await client.query(`drop index concurrently if exists ${index}`)
  await client.query(migration.sql)
  await record(client, migration)
}

async function record(client: Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `insert into "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}
