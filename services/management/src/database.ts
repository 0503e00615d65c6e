import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { PrismaClient, type Prisma } from './generated/client.ts'

export interface Database extends AsyncDisposable {
  /** What has the form of this one may also be a transaction that is open. */
  client: Prisma.TransactionClient
  /** Whether it answers now. */
  isUp(): Promise<boolean>
}

const CONNECTIONS = 16
/** Also the time to wait for a free connection. */
const CONNECT_TIMEOUT_MS = 1200
const QUERY_TIMEOUT_MS = 5000
const PROBE = { text: 'select 1', query_timeout: 1000 }

/** Connects when it is first asked; a database that is away shows in errors and in `isUp`, never ends the process. */
export function createDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    application_name: 'management',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // The adapter writes and reads times without their zone.
    options: '-c timezone=UTC',
  })
  // Connections that break while nobody uses them are replaced when somebody does.
  pool.on('error', () => {})
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  return {
    client,
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
