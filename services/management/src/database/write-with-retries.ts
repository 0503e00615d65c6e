import { setTimeout as sleep } from 'node:timers/promises'
import { delayJob, UnrecoverableError, type JobOf, type QueueName } from '@render/jobs'
import type { Counter } from 'prom-client'
import type { ManagementContext } from '../context.ts'
import type { Database } from './database.ts'
import { isDatabaseUnavailable, isSchemaMismatch, isUnexplained } from './database-unavailable.ts'
import { messageOfError } from './message-of-error.ts'

interface Write<Q extends QueueName> {
  job: JobOf<Q>
  token: string
  signal: AbortSignal
  /** Fields of every log line. */
  ids: object
  /** The kind of row, for messages and alerts. */
  what: 'record' | 'report'
  /** Counts rows that are given up. */
  lost: Counter
}

const MAX_ATTEMPTS = 5
const PROBE_EVERY_MS = 1000
/** Starts of a job, about an hour with their delays, in which it waits although the database answers. */
const MAX_WAITING_STARTS = 360
/** Starts of a job, about a minute, in which connections may be lost although the database answers. */
const QUIET_STARTS = 10

/**
 * Writes the row of a job. While the database is unavailable the job waits without limit. While its schema does not match, or
 * a write fails without a reason although it answers, the job waits for about an hour, with an alert. A row that is refused
 * fails permanently after five attempts, so that no parent job waits for it, and raises an alert.
 */
export async function writeWithRetries<T, Q extends QueueName>(
  { database, logger }: Pick<ManagementContext, 'logger'> & { database: Pick<Database, 'isUp'> },
  { job, token, signal, ids, what, lost }: Write<Q>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const details = { ...ids, error: messageOfError(error) }
    const starts = job.attemptsStarted

    /** Keeps the job until the database is back: other workers could not write it either. */
    const wait = async (): Promise<never> => {
      logger.warn(details, `database unavailable, ${what} waits`)
      while (!(await database.isUp())) await sleep(PROBE_EVERY_MS, undefined, { signal })
      return delayJob(job, token, writeBackoffMs(starts))
    }

    switch (await classify(error, database)) {
      case 'unavailable':
        return await wait()
      case 'mismatched':
        logger.error({ ...details, alert: 'schema-mismatch' }, 'database schema differs')
        if (starts <= MAX_WAITING_STARTS) return await wait()
        break
      case 'unexplained':
        if (starts > QUIET_STARTS)
          logger.error({ ...details, alert: `${what}-waits` }, `${what} cannot be written`)
        if (starts <= MAX_WAITING_STARTS) return await wait()
        break
      case 'refused':
    }
    const attempt = job.attemptsMade + 1
    logger.warn({ ...details, attempt }, `${what} refused`)
    if (attempt < MAX_ATTEMPTS) throw error
    lost.inc()
    logger.error({ ...details, alert: `${what}-lost` }, `${what} given up`)
    throw new UnrecoverableError(`The ${what} could not be written.`)
  }
}

/**
 * Returns why a write failed: the database is unavailable, its schema does not match, it answers but a write failed without a
 * reason, or it refused the row.
 */
async function classify(
  error: unknown,
  database: Pick<Database, 'isUp'>,
): Promise<'unavailable' | 'mismatched' | 'unexplained' | 'refused'> {
  if (isSchemaMismatch(error)) return 'mismatched'
  if (isUnexplained(error) && (await database.isUp())) return 'unexplained'
  return isDatabaseUnavailable(error) ? 'unavailable' : 'refused'
}

/** Returns the delay before the next attempt, by the number of starts. */
export function writeBackoffMs(starts: number): number {
  const MAX_MS = 10_000
  return Math.min(500 * 2 ** Math.min(starts, 10), MAX_MS)
}
