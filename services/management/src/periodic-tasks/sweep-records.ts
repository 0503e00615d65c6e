import type { Logger } from '@render/runtime'
import { CHANGES_KEPT_MS } from '../accounts/account-changes.ts'
import type { Database, DatabaseClient } from '../database/database.ts'
import { Prisma } from '../generated/client.ts'
import { everyHour } from './repeat.ts'

/** Whole days for which rows are kept. */
export interface Retention {
  records: number
  reports: number
  auditEntries: number
  unconfirmedUsers: number
}

interface Parts {
  database: DatabaseClient
  logger: Pick<Logger, 'info' | 'warn'>
}

const DAY_MS = 24 * 3_600_000
/** Rows of one statement: few enough to stay well within the database's timeout. */
const BATCH_SIZE = 1000

/** Retention by table. Attempts are deleted with their delivery, files by their own sweep; usage counters are kept. */
const RETENTION_OF = {
  renders: 'records',
  batches: 'records',
  deliveries: 'records',
  render_reports: 'reports',
  audit_entries: 'auditEntries',
} as const satisfies Record<string, keyof Retention>

/** Deletes all rows past their retention, in batches, at start and every hour. */
export function sweepRecords({ database, logger }: Parts, retention: Retention): Disposable {
  return everyHour((signal) => sweepOnce({ database, logger }, retention, signal), {
    logger,
    failure: 'expired rows not deleted',
  })
}

async function sweepOnce(
  { database: { client }, logger }: Parts,
  retention: Retention,
  signal: AbortSignal,
): Promise<void> {
  for (const [table, kind] of Object.entries(RETENTION_OF))
    await sweep(table, () => deleteOlder(client, table, before(retention[kind] * DAY_MS)))
  await sweep('account_changes', () => deleteOlder(client, 'account_changes', before(CHANGES_KEPT_MS)))
  await sweep('users', () => deleteUnconfirmed(client, before(retention.unconfirmedUsers * DAY_MS)))

  async function sweep(table: string, deleteSome: () => Promise<number>): Promise<void> {
    let deleted = 0
    for (let some = BATCH_SIZE; some === BATCH_SIZE && !signal.aborted; deleted += some)
      some = await deleteSome()
    if (deleted > 0) logger.info({ table, deleted }, 'expired rows deleted')
  }
}

/** Returns the time of this long ago by the earlier of two clocks, so that one that is ahead deletes nothing. */
function before(ageMs: number): Prisma.Sql {
  return Prisma.sql`least(now(), to_timestamp(${Date.now() / 1000})) - make_interval(secs => ${ageMs / 1000})`
}

/** Skips rows that another process is deleting. */
function deleteOlder(client: Database['client'], table: string, before: Prisma.Sql): Promise<number> {
  const name = Prisma.raw(table)
  return client.$executeRaw`
    delete from ${name} where id = any(array(
      select id from ${name} where created_at < ${before} limit ${BATCH_SIZE} for update skip locked))`
}

/** Deletes users who never confirmed their address, and their organisations without other members: those never rendered. */
function deleteUnconfirmed(client: Database['client'], before: Prisma.Sql): Promise<number> {
  return client.$executeRaw`
    with expired as (
      select id from users where not email_verified and created_at < ${before}
      limit ${BATCH_SIZE} for update skip locked
    ), theirs as (
      delete from organisations where id in (
        select organisation_id from members where user_id in (select id from expired)
      ) and not exists (
        select from members
        where organisation_id = organisations.id and user_id not in (select id from expired))
    )
    delete from users where id in (select id from expired)`
}
