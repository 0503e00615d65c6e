import type { Logger } from '@render/runtime'
import type { Database } from '../database.ts'

const HOUR_MS = 3_600_000
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
  const sweepQuietly = () =>
    void sweep().catch((error: Error) => logger.warn({ error: error.message }, 'sessions not swept'))
  sweepQuietly()
  const timer = setInterval(sweepQuietly, HOUR_MS)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}
