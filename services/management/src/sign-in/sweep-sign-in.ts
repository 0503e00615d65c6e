import type { Logger } from '@render/runtime'
import type { Database } from '../database.ts'
import { everyHour } from '../every-hour.ts'

/** Rows of a table at once; the rest waits for the next time. */
const AT_ONCE = 10_000

/** Deletes sessions, tokens of mails and device codes that are over: at start and every hour. */
export function sweepSignIn({
  database: { client },
  logger,
}: {
  database: Pick<Database, 'client'>
  logger: Pick<Logger, 'warn'>
}): Disposable {
  const sweep = async () => {
    const over = { where: { expiresAt: { lt: new Date() } }, limit: AT_ONCE }
    await client.session.deleteMany(over)
    await client.verification.deleteMany(over)
    await client.deviceCode.deleteMany(over)
  }
  return everyHour(sweep, { logger, failure: 'sessions not swept' })
}
