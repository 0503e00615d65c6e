import { Pool } from 'pg'

/** A connection is kept for the next query for this time: to open one costs the server a process and a password check. */
const IDLE_MS = 1000

const pools = new Map<string, Pool>()

/** Queries a database directly. */
export async function query<Row extends object = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await poolOf(url).query<Row>(text, values)).rows
}

function poolOf(url: string): Pool {
  let pool = pools.get(url)
  if (!pool) {
    pool = new Pool({ connectionString: url, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true })
    // The server may end, and its databases be dropped, while connections are kept.
    pool.on('error', () => undefined)
    pools.set(url, pool)
  }
  return pool
}
