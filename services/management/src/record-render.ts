import { setTimeout as sleep } from 'node:timers/promises'
import { DelayedError, finishedOf, UnrecoverableError, type JobOf, type Processor } from '@render/jobs'
import type { ManagementContext } from './context.ts'
import { isDatabaseAway } from './database-away.ts'
import { writeRecord } from './write-record.ts'

type Context = Pick<ManagementContext, 'database' | 'finder' | 'logger' | 'counters'>

/** A record that the database refuses so often is given up. */
const ATTEMPTS = 5
const PROBE_EVERY_MS = 1000

/**
 * Consumes `records`: writes what became of a render, then lets the queue forget the render. While the database is away
 * records wait, however long. One that the database refuses for what it carries fails for good after five attempts, so
 * that its parent is released, and raises an alert.
 */
export function createRecordRender(context: Context): Processor<'records'> {
  const { database, finder, logger, counters } = context
  return async (job, token, signal) => {
    const ids = { renderId: job.id, requestId: job.data.requestId, projectId: job.data.projectId }
    const ended = await finishedOf(job)
    try {
      const { finished, isNew } = await writeRecord(database, { ...job.data, id: job.id!, finished: ended })
      if (isNew) {
        counters.written.inc({ status: finished.status })
        logger.info({ ...ids, status: finished.status }, 'render recorded')
      }
      await finder.forget(job.id!, job.data.queue).catch((error: Error) => {
        // It goes by its age then; until that day its status is read from the queue.
        logger.warn({ ...ids, error: error.message }, 'recorded render stays in the queue')
      })
      return finished
    } catch (error) {
      if (isDatabaseAway(error)) {
        logger.warn({ ...ids, error: sentenceOf(error) }, 'database away, record waits')
        await waitForDatabase(signal)
        await postpone(job, token)
      }
      const attempt = job.attemptsMade + 1
      logger.warn({ ...ids, attempt, error: sentenceOf(error) }, 'record refused')
      if (attempt < ATTEMPTS) throw error
      counters.lost.inc()
      logger.error(
        { ...ids, alert: 'record-lost', error: sentenceOf(error) },
        'record given up: the render is in no record',
      )
      throw new UnrecoverableError('The record could not be written.')
    }
  }

  /** Keeps the job, so that nobody else tries in vain meanwhile. */
  async function waitForDatabase(signal: AbortSignal): Promise<void> {
    while (!(await database.isUp())) await sleep(PROBE_EVERY_MS, undefined, { signal })
  }
}

/** Back into the queue without counting an attempt. */
async function postpone(job: JobOf<'records'>, token: string): Promise<never> {
  await job.moveToDelayed(Date.now() + recordBackoffMs(job.attemptsStarted), token)
  throw new DelayedError()
}

/** Delay before a record is tried again, by the number of times that it was begun. */
export function recordBackoffMs(starts: number): number {
  const MOST_MS = 10_000
  return Math.min(500 * 2 ** Math.min(starts, 10), MOST_MS)
}

/** The last line is what went wrong; those before it quote our code. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n').at(-1)!
}
