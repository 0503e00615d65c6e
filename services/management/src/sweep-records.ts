import type { Logger } from '@render/runtime'
import type { Database } from './database.ts'
import { everyHour } from './every-hour.ts'
import { Prisma } from './generated/client.ts'

/** Whole days for which rows are kept. */
export interface Retention {
  records: number
  reports: number
  auditEntries: number
  unconfirmedUsers: number
}

interface Parts {
  database: Pick<Database, 'client'>
  logger: Pick<Logger, 'info' | 'warn'>
}

const DAY_MS = 24 * 3_600_000
/** Rows of one statement: each is over long before the database's time-out. */
const AT_ONCE = 1000

/** By table. Attempts go with their delivery, files by themselves. What was used is counted apart from records, and stays. */
const KEPT = {
  renders: 'records',
  batches: 'records',
  deliveries: 'records',
  render_reports: 'reports',
  audit_entries: 'auditEntries',
} as const satisfies Record<string, keyof Retention>

/** Deletes rows that are older than they are kept: at start and every hour, all that there are, some at a time. */
export function sweepRecords({ database, logger }: Parts, retention: Retention): Disposable {
  return everyHour((signal) => sweepOnce({ database, logger }, retention, signal), {
    logger,
    failure: 'old rows not swept',
  })
}

async function sweepOnce(
  { database: { client }, logger }: Parts,
  retention: Retention,
  signal: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
  for (const [table, kind] of Object.entries(KEPT))
    await sweep(table, () => deleteOlder(client, table, daysAgo(retention[kind])))
  await sweep('users', () => deleteUnconfirmed(client, daysAgo(retention.unconfirmedUsers)))

  async function sweep(table: string, deleteSome: () => Promise<number>): Promise<void> {
    let deleted = 0
    for (let some = AT_ONCE; some === AT_ONCE && !signal.aborted; deleted += some) some = await deleteSome()
    if (deleted > 0) logger.info({ table, deleted }, 'old rows swept')
  }
}

/** Rows that another process is deleting are left to it. */
function deleteOlder(client: Database['client'], table: string, before: Date): Promise<number> {
  const name = Prisma.raw(table)
  return client.$executeRaw`
    delete from ${name} where id = any(array(
      select id from ${name} where created_at < ${before} limit ${AT_ONCE} for update skip locked))`
}

/** Users who never confirmed their address, with the organisations that are nobody else's: nothing was ever rendered there. */
function deleteUnconfirmed(client: Database['client'], before: Date): Promise<number> {
  return client.$executeRaw`
    with over as (
      select id from users where not email_verified and created_at < ${before}
      limit ${AT_ONCE} for update skip locked
    ), theirs as (
      delete from organisations where id in (
        select organisation_id from members where user_id in (select id from over)
      ) and not exists (
        select from members
        where organisation_id = organisations.id and user_id not in (select id from over))
    )
    delete from users where id in (select id from over)`
}
