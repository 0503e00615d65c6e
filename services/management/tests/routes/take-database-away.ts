import { query } from '@render/testkit'
import type { Api } from '../api/use-api.ts'

const TERMINATE_MS = 30_000

/** Closes all connections to the database and refuses new ones; disposing allows them again. */
export async function takeDatabaseAway({ backing }: Api): Promise<AsyncDisposable> {
  const { url, database } = backing.postgres
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href
  const allow = (allowed: boolean) => query(server, `alter database ${database} allow_connections ${allowed}`)
  await allow(false)
  const end = 'select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = $1'
  await query(server, end, [database, TERMINATE_MS])
  return { [Symbol.asyncDispose]: async () => void (await allow(true)) }
}
