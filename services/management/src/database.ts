import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient } from './generated/client.ts'

export interface Database extends AsyncDisposable {
  client: PrismaClient
  /** Whether it answers now. */
  isUp(): Promise<boolean>
}

const CONNECTIONS = 16
/** Together below 3 s, within which callers are told that the database is away. */
const CONNECT_TIMEOUT_MS = 1200
const QUERY_TIMEOUT_MS = 1500

/** Connects when it is first asked; a database that is away shows in errors and in `isUp`, never ends the process. */
export function createDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  return {
    client,
    async isUp() {
      try {
        await pool.query('select 1')
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
