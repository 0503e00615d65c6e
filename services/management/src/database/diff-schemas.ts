import { SchemaEngine } from '@prisma/schema-engine-wasm'

/** Column types in the answers of the driver adapter: boolean, text, 32-bit integer. */
const BOOLEAN = 5
const TEXT = 7
const INT32 = 0

/**
 * Returns the SQL that migrates from one Prisma schema to another; empty when they agree. `from` is undefined for an empty
 * database. Needs no database.
 */
export async function diffSchemas(from: string | undefined, to: string): Promise<string> {
  const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', to]] }, () => {}, noDatabase)
  const { stdout, exitCode } = await engine.diff({
    from: from === undefined ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: [schemaFile(from)] },
    to: { tag: 'schemaDatamodel', files: [schemaFile(to)] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  return exitCode === 0 ? '' : (stdout ?? '')
}

function schemaFile(content: string) {
  return { path: 'schema.prisma', content }
}

/** Answers the engine's query for the database version, the only one that it makes. */
const connection = {
  provider: 'postgres',
  adapterName: 'no-database',
  queryRaw: () =>
    answer({
      columnNames: ['exists', 'version', 'numeric_version'],
      columnTypes: [BOOLEAN, TEXT, INT32],
      rows: [[true, 'PostgreSQL 18.0', 180_000]],
    }),
  executeRaw: () => answer(0),
  executeScript: () => answer(undefined),
  startTransaction: () => Promise.reject(new Error('Schemas are compared without a database.')),
  dispose: () => answer(undefined),
}

const noDatabase = {
  provider: 'postgres',
  adapterName: 'no-database',
  connect: () => answer(connection),
  connectToShadowDb: () => answer(connection),
}

function answer<T>(value: T): Promise<{ ok: true; value: T }> {
  return Promise.resolve({ ok: true, value })
}
