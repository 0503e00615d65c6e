import { finishedOf, delayJob, UnrecoverableError, type Processor } from '@render/jobs'
import { eventPart } from '@render/outputs'
import type { ManagementContext } from '../context.ts'
import { finishBatch } from './finish-batch.ts'
import { writeBackoffMs, writeWithRetries } from '../database/write-with-retries.ts'
import { createWriteRecord } from './write-record.ts'

type Context = Pick<
  ManagementContext,
  'database' | 'finder' | 'webhooks' | 'batches' | 'logger' | 'metrics' | 'verifyRecord'
>

/**
 * Consumes `records`: writes the record of a render, finishes its batch when it was the last of it, then removes the render
 * from the queue. A record that the database refuses fails permanently, so that its parent job is released. So does one that
 * no gateway made: workers can write the queue, and could give a render another owner.
 */
export function createRecordRender(context: Context): Processor<'records'> {
  const { database, finder, logger, metrics, verifyRecord } = context
  const writeRecord = createWriteRecord(database)
  return async (job, token, signal) => {
    const ids = { renderId: job.id, requestId: job.data.requestId, projectId: job.data.projectId }
    const { mac, ...signed } = job.data
    if (mac !== undefined && !verifyRecord(job.id!, signed, mac)) {
      metrics.lost.inc()
      logger.error({ ...ids, alert: 'record-forged' }, 'record without a valid MAC refused')
      throw new UnrecoverableError('No gateway made the record.')
    }
    const result = await finishedOf(job)
    const writing = { job, token, signal, ids, what: 'record', lost: metrics.lost } as const
    const { finished, isNew, used } = await writeWithRetries(context, writing, () =>
      writeRecord({ ...job.data, id: job.id!, finished: result }),
    )
    if (isNew) {
      metrics.written.inc({ status: finished.status })
      logger.info({ ...ids, status: finished.status }, 'render recorded')
    }
    const { batch } = job.data
    if (batch) await finishBatch(context, { ...job.data, renderId: job.id!, batch })
    await finder.forget(job.id!, job.data, used).catch(async (error: Error) => {
      // Only this job removes it. Until then its status is read from the queue.
      logger.warn({ ...ids, error: error.message }, 'recorded render not removed from queue')
      await delayJob(job, token, writeBackoffMs(job.attemptsStarted))
    })
    return eventPart(finished)
  }
}
