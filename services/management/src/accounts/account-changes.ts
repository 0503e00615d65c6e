import type { AccountChanges } from '@render/management-client'
import type { DatabaseClient } from '../database/database.ts'

/** Age up to which a cursor is valid; rows are kept for longer. */
const CURSOR_VALID_MS = 30 * 60_000
/** How long rows of the log are kept. */
export const CHANGES_KEPT_MS = 60 * 60_000

interface Row {
  /** The oldest transaction that may still be running: all older ones are visible to this statement. */
  next: string
  at: number
  changed: (string | null)[]
}

/**
 * Returns the organisations whose accounts have changed since a cursor. Changes may be reported repeatedly, while a
 * transaction runs that began before them, but none is missed. Everything may have changed without a cursor, or since one
 * that is too old or of another database.
 */
export async function findAccountChanges(
  { client }: DatabaseClient,
  since: string | undefined,
): Promise<AccountChanges> {
  const [, transaction = '0', time = '0'] = /^(\d{1,18})-(\d{1,15})$/.exec(since ?? '') ?? []
  const [row] = await client.$queryRaw<[Row]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as at,
      case when ${time}::bigint = 0 then '{}'
        else array(select distinct organisation_id from account_changes where transaction >= ${transaction}::bigint)
      end as changed`
  const { next, at, changed } = row
  const isValid = at - Number(time) <= CURSOR_VALID_MS && BigInt(transaction) <= BigInt(next)
  const organisations = changed.filter((id) => id !== null)
  const isAll = !isValid || organisations.length < changed.length
  return { cursor: `${next}-${Math.floor(at)}`, organisations: isAll ? null : organisations }
}
