import type { Logger } from '@render/runtime'
import type { DatabaseClient } from '../database/database.ts'
import { INVITATION } from '../people/find-invitation.ts'
import { PAUSE_MS } from '../people/invitations.ts'
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
    const isExpired = { expiresAt: { lt: new Date() } }
    const isRecent = { createdAt: { gte: new Date(Date.now() - PAUSE_MS) } }
    const isPaused = { identifier: { startsWith: INVITATION }, ...isRecent }
    await client.session.deleteMany({ where: isExpired, limit: BATCH_SIZE })
    await client.verification.deleteMany({ where: { ...isExpired, NOT: isPaused }, limit: BATCH_SIZE })
    await client.deviceCode.deleteMany({ where: isExpired, limit: BATCH_SIZE })
  }
  return everyHour(sweep, { logger, failure: 'sessions not swept' })
}
