// Applies SQL migrations, forward only, and records them in Prisma's own table, so that `prisma migrate deploy` sees them
// as applied.
import { randomUUID } from 'node:crypto'
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
 * rolled back. Concurrent processes wait for each other.
 * @throws {Error} when a migration fails, was begun by another tool, or was changed after it had been applied.
 */
export async function applyMigrations(databaseUrl: string, directory: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(TABLE)
    const due = dueMigrations(readMigrations(directory), await readApplied(client))
    for (const migration of due) await apply(client, migration)
    return due.map(({ name }) => name)
  } finally {
    await client.end().catch(() => {})
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

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(
      `insert into "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`Migration ${name} failed and was rolled back: ${reason}`, { cause })
  }
}
