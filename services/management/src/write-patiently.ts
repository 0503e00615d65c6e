import { setTimeout as sleep } from 'node:timers/promises'
import { putOff, UnrecoverableError, type JobOf, type QueueName } from '@render/jobs'
import type { Counter } from 'prom-client'
import type { ManagementContext } from './context.ts'
import { isDatabaseAway } from './database-away.ts'

interface Writing<Q extends QueueName> {
  job: JobOf<Q>
  token: string
  signal: AbortSignal
  /** What the log names it by. */
  ids: object
  /** How the log calls what is written. */
  what: 'record' | 'report'
  /** Counts what is given up. */
  lost: Counter
}

/** What the database refuses so often is given up. */
const ATTEMPTS = 5
const PROBE_EVERY_MS = 1000

/**
 * Writes what a job brings. While the database is away the job waits, however long. What the database refuses for what it
 * carries fails for good after five attempts, so that nobody waits for it, and raises an alert.
 */
export async function writePatiently<T, Q extends QueueName>(
  { database, logger }: Pick<ManagementContext, 'database' | 'logger'>,
  { job, token, signal, ids, what, lost }: Writing<Q>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isDatabaseAway(error)) {
      logger.warn({ ...ids, error: sentenceOf(error) }, `database away, ${what} waits`)
      // Keeps the job, so that nobody else tries in vain meanwhile.
      while (!(await database.isUp())) await sleep(PROBE_EVERY_MS, undefined, { signal })
      await putOff(job, token, writeBackoffMs(job.attemptsStarted))
    }
    const attempt = job.attemptsMade + 1
    logger.warn({ ...ids, attempt, error: sentenceOf(error) }, `${what} refused`)
    if (attempt < ATTEMPTS) throw error
    lost.inc()
    logger.error({ ...ids, alert: `${what}-lost`, error: sentenceOf(error) }, `${what} given up`)
    throw new UnrecoverableError(`The ${what} could not be written.`)
  }
}

/** Delay before something is written again, by the number of times that it was begun. */
export function writeBackoffMs(starts: number): number {
  const MOST_MS = 10_000
  return Math.min(500 * 2 ** Math.min(starts, 10), MOST_MS)
}

/** The last line is what went wrong; those before it quote our code. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n').at(-1)!
}
