import type { Logger } from '@render/runtime'
import type { DatabaseClient } from '../database/database.ts'
import { everyHour } from '../periodic-tasks/repeat.ts'

/** Rows of one statement; the rest is deleted an hour later. */
const BATCH_SIZE = 10_000

/** Deletes expired sessions, mail tokens and device codes at start and every hour. */
export function sweepSignIn({
  database: { client },
  logger,
}: {
  database: DatabaseClient
  logger: Pick<Logger, 'warn'>
}): Disposable {
  const sweep = async () => {
    const expired = { where: { expiresAt: { lt: new Date() } }, limit: BATCH_SIZE }
    await client.session.deleteMany(expired)
    await client.verification.deleteMany(expired)
    await client.deviceCode.deleteMany(expired)
  }
  return everyHour(sweep, { logger, failure: 'sessions not swept' })
}
