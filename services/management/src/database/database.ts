import { PrismaPg } from '@prisma/adapter-pg'
import { Pool, type QueryConfig, type QueryResultRow } from 'pg'
import { PrismaClient, type Prisma } from '../generated/client.ts'

export interface Database extends AsyncDisposable {
  /** The client, or an open transaction. */
  client: Prisma.TransactionClient
  /** Runs a statement without Prisma, which costs a tenth of the CPU; one with a name is prepared once for each connection. */
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]>
  /** Sends a probe; never rejects. */
  isUp(): Promise<boolean>
}

/** The part of a database that queries by Prisma use, in a transaction or not. */
export type DatabaseClient = Pick<Database, 'client'>

const CONNECTIONS = 16
/** Default limit of the time to connect and of the time to wait for a free connection. A request fails fast. */
const CONNECT_TIMEOUT_MS = 1200
/** The limit of commands, which run while other services start and have no caller who waits. */
export const COMMAND_CONNECT_TIMEOUT_MS = 30_000
const QUERY_TIMEOUT_MS = 5000
const PROBE = { text: 'select 1', query_timeout: 1000 }

/** Connects at the first query. While the database is unavailable queries fail and `isUp` is false; the process goes on. */
export function openDatabase(
  url: string,
  {
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    connections = CONNECTIONS,
  }: { connectTimeoutMs?: number; connections?: number } = {},
): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'management',
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // The adapter reads and writes times without a zone.
    options: '-c timezone=UTC',
  })
  // The pool replaces a broken idle connection at the next query.
  pool.on('error', () => {})
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  return {
    client,
    async query<Row extends QueryResultRow>(statement: QueryConfig) {
      return (await pool.query<Row>(statement)).rows
    },
    async isUp() {
      try {
        await pool.query(PROBE)
        return true
      } catch {
        return false
      }
    },
    async [Symbol.asyncDispose]() {
      await client.$disconnect()
    },
  }
}
