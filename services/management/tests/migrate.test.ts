import { query } from '@render/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { applyMigrations } from '../src/database/apply-migrations.ts'
import { diffSchemas } from '../src/database/diff-schemas.ts'
import { MIGRATIONS_DIRECTORY, readMigrations, SCHEMA_FILE } from '../src/database/migration-files.ts'
import { runCommand } from './run-command.ts'
import { borrowBlankDatabase, borrowDatabase } from './shared-postgres/borrow-database.ts'

/** Indexes that the schema cannot have, because Prisma knows no indexes of expressions. */
const INDEXES_OF_EXPRESSIONS = [
  "index renders CREATE INDEX renders_organisation_id_format_created_at_idx ON public.renders USING btree (organisation_id, ((options #> ARRAY['format'::text])), created_at)",
  "index renders CREATE INDEX renders_tag_idx ON public.renders USING gin (((options #> ARRAY['tag'::text])) jsonb_path_ops)",
]

const names = readMigrations(MIGRATIONS_DIRECTORY).map(({ name }) => name)

let directory: string
let databases: AsyncDisposableStack

beforeAll(() => {
  directory = mkdtempSync(`${tmpdir()}/render-migrations-`)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

beforeEach(() => {
  databases = new AsyncDisposableStack()
})
afterEach(() => databases.disposeAsync())

const blank = async () => databases.use(await borrowBlankDatabase()).url
const migrated = async () => databases.use(await borrowDatabase()).url

/** Creates a folder with the repository's migrations and additional ones. */
function migrationsWith(more: Record<string, string>): string {
  const folder = mkdtempSync(`${directory}/folder-`)
  cpSync(MIGRATIONS_DIRECTORY, folder, { recursive: true })
  for (const [name, sql] of Object.entries(more)) {
    mkdirSync(`${folder}/${name}`, { recursive: true })
    writeFileSync(`${folder}/${name}/migration.sql`, sql)
  }
  return folder
}

const applied = (url: string) =>
  query<{ migration_name: string; checksum: string; finished: boolean; applied_steps_count: number }>(
    url,
    `select migration_name, checksum, finished_at is not null as finished, applied_steps_count
     from "_prisma_migrations" where rolled_back_at is null order by started_at, migration_name`,
  )

describe('migrating', () => {
  test('creates the whole schema in an empty database, and does nothing the second time', async () => {
    const url = await blank()
    const environment = { DATABASE_URL: url }
    expect(await runCommand('migrate.ts', environment)).toBe(`Applied ${names.join(', ')}.`)
    expect(await query(url, 'select count(*)::int as count from projects')).toEqual([{ count: 0 }])
    expect(await runCommand('migrate.ts', environment)).toBe('The database is up to date.')
    expect(await applied(url)).toHaveLength(names.length)
  })

  test('creates the same database as the schema', async () => {
    const url = await migrated()
    const direct = await blank()
    await query(direct, await diffSchemas(undefined, readFileSync(SCHEMA_FILE, 'utf8')))
    const lines = await describeDatabase(url)
    expect(lines.length).toBeGreaterThan(50)
    expect(lines).toEqual([...(await describeDatabase(direct)), ...INDEXES_OF_EXPRESSIONS].toSorted())
  })

  test('applies each migration once when two run concurrently', async () => {
    const url = await blank()
    const run = () => applyMigrations(url, MIGRATIONS_DIRECTORY)
    const done = await Promise.all([run(), run()])
    expect(done.toSorted((a, b) => a.length - b.length)).toEqual([[], names])
    expect((await applied(url)).map((row) => row.migration_name)).toEqual(names)
  })

  test('records applied migrations as Prisma does', async () => {
    const url = await migrated()
    const expected = names.map((name) => ({
      migration_name: name,
      checksum: createHash('sha256')
        .update(readFileSync(`${MIGRATIONS_DIRECTORY}/${name}/migration.sql`))
        .digest('hex'),
      finished: true,
      applied_steps_count: 1,
    }))
    expect(await applied(url)).toEqual(expected)
  })

  test('continues with existing data', async () => {
    const url = await migrated()
    await query(url, `insert into plans (id, name, max_outstanding) values ('plan_a', 'A', 5)`)
    const more = migrationsWith({ '29990101000000_note': 'alter table plans add column note text' })
    expect(await applyMigrations(url, more)).toEqual(['29990101000000_note'])
    expect(await query(url, 'select id, note from plans')).toEqual([{ id: 'plan_a', note: null }])
  })

  test('gives existing proxies a position and a masked address', async () => {
    const before = mkdtempSync(`${directory}/folder-`)
    for (const name of names.slice(
      0,
      names.findIndex((each) => each.endsWith('_add_credentials')),
    ))
      cpSync(`${MIGRATIONS_DIRECTORY}/${name}`, `${before}/${name}`, { recursive: true })
    const url = await blank()
    await applyMigrations(url, before)
    await query(url, `insert into organisations (id, name) values ('org_a', 'A')`)
    await query(url, `insert into proxy_pools (id, organisation_id, name) values ('pool_a', 'org_a', 'A')`)
    await query(
      url,
      `insert into proxies (id, organisation_id, pool_id, name, sealed) values ('prox_a', 'org_a', 'pool_a', 'A', 'x')`,
    )
    await query(url, `insert into projects (id, organisation_id, name) values ('proj_a', 'org_a', 'A')`)
    await applyMigrations(url, MIGRATIONS_DIRECTORY)
    expect(await query(url, 'select sealed, shown, position from proxies')).toEqual([
      { sealed: 'x', shown: '…', position: 0 },
    ])
    expect(await query(url, 'select sealed_defaults from projects')).toEqual([{ sealed_defaults: null }])
  })

  test('keeps a row in every table through each migration', async () => {
    const folder = mkdtempSync(`${directory}/folder-`)
    const url = await blank()
    const filled = new Map<string, object>()
    for (const name of names) {
      cpSync(`${MIGRATIONS_DIRECTORY}/${name}`, `${folder}/${name}`, { recursive: true })
      expect(await applyMigrations(url, folder)).toEqual([name])
      const tables = await query<{ name: string }>(
        url,
        `select table_name as name from information_schema.tables
         where table_schema = 'public' and table_name <> '_prisma_migrations'`,
      )
      for (const table of tables.filter((each) => !filled.has(each.name)))
        filled.set(table.name, await fillTable(url, table.name))
    }
    expect(filled.size).toBeGreaterThan(15)
    for (const [table, row] of filled)
      expect([table, await query(url, `select * from "${table}"`)]).toEqual([
        table,
        [expect.objectContaining(row)],
      ])
  })

  test('refuses a file that was changed after it was applied, and applies nothing', async () => {
    const url = await migrated()
    const first = readFileSync(`${MIGRATIONS_DIRECTORY}/${names[0]}/migration.sql`, 'utf8')
    const changed = migrationsWith({ [names[0]!]: `${first}\n-- later`, '29990101000000_note': 'select 1' })
    await expect(applyMigrations(url, changed)).rejects.toThrow(`Migration ${names[0]} was changed`)
    expect((await applied(url)).map((row) => row.migration_name)).toEqual(names)
  })

  test('rolls back a migration that fails', async () => {
    const url = await migrated()
    const broken = migrationsWith({
      '29990101000000_broken': 'create table half (id int); select 1 / 0;',
      '29990102000000_after': 'create table after (id int)',
    })
    await expect(applyMigrations(url, broken)).rejects.toThrow('29990101000000_broken failed')
    expect((await applied(url)).map((row) => row.migration_name)).toEqual(names)
    const tables = "select tablename from pg_tables where tablename in ('half', 'after')"
    expect(await query(url, tables)).toEqual([])
  })

  describe('an index that is created concurrently', () => {
    const name = '29990101000000_index_names'
    const sql = 'CREATE INDEX CONCURRENTLY "names_idx" ON "organisations"("name");'
    const isValid = (url: string) =>
      query(url, `select indisvalid from pg_index where indexrelid = to_regclass('names_idx')`)

    // Fails in a transaction, which Postgres refuses.
    test('is created outside of a transaction', async () => {
      const url = await migrated()
      expect(await applyMigrations(url, migrationsWith({ [name]: sql }))).toContain(name)
      expect(await isValid(url)).toEqual([{ indisvalid: true }])
      expect((await applied(url)).at(-1)).toMatchObject({ migration_name: name, finished: true })
    })

    // Fails when the rest of the first run is kept: the index exists already.
    test('is created again after an interruption', async () => {
      const url = await migrated()
      await query(url, `insert into organisations (id, name) values ('org_a', 'A'), ('org_b', 'A')`)
      const unique = sql.replace('INDEX', 'UNIQUE INDEX')
      await expect(applyMigrations(url, migrationsWith({ [name]: unique }))).rejects.toThrow(`${name} failed`)
      expect(await isValid(url)).toEqual([{ indisvalid: false }])
      await query(url, `delete from organisations where id = 'org_b'`)
      expect(await applyMigrations(url, migrationsWith({ [name]: unique }))).toEqual([name])
      expect(await isValid(url)).toEqual([{ indisvalid: true }])
    })
  })

  test('refuses a database in which another tool left a migration unfinished', async () => {
    const url = await migrated()
    await query(url, 'update "_prisma_migrations" set finished_at = null')
    await expect(applyMigrations(url, MIGRATIONS_DIRECTORY)).rejects.toThrow('never finished')
  })
})

/**
 * Inserts a row into a table and returns it. All ids are equal, so that every reference points to a row that exists
 * or will exist.
 */
async function fillTable(of: string, table: string): Promise<object> {
  const columns = await query<{ name: string; type: string; label: string | null }>(
    of,
    `select column_name as name, udt_name as type,
       (select enumlabel from pg_enum where enumtypid = to_regtype(quote_ident(udt_name)) order by enumsortorder limit 1) as label
     from information_schema.columns where table_schema = 'public' and table_name = '${table}'`,
  )
  const values = columns.map(({ type, label }) => `'${label ?? VALUES[type]}'`)
  const names = columns.map(({ name }) => `"${name}"`)
  await query(
    of,
    `set session_replication_role = replica; insert into "${table}" (${names.join()}) values (${values.join()})`,
  )
  const [row] = await query(of, `select * from "${table}"`)
  return row!
}

/** Values by the database's type names. */
const VALUES: Record<string, string> = {
  text: 'x',
  bpchar: 'x',
  uuid: '00000000-0000-7000-8000-000000000000',
  timestamptz: '2026-01-01T00:00:00Z',
  int4: '1',
  int8: '1',
  bool: 'true',
  jsonb: '{}',
  _text: '{}',
  _jsonb: '{}',
}

/** Returns all columns, constraints, indexes and enums as lines. */
async function describeDatabase(of: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    of,
    `select concat_ws(' ', 'column', table_name, column_name, udt_name, is_nullable, column_default,
                      datetime_precision, character_maximum_length) as line
       from information_schema.columns where table_schema = 'public'
     union all select concat_ws(' ', 'index', tablename, indexdef) from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid))
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select concat_ws(' ', 'enum', enumtypid::regtype::text, enumlabel) from pg_enum`,
  )
  return rows
    .map(({ line }) => line)
    .filter((line) => !line.includes('_prisma_migrations'))
    .toSorted()
}
