import { finishedOf, putOff, type Processor } from '@render/jobs'
import type { ManagementContext } from './context.ts'
import { finishBatch } from './finish-batch.ts'
import { writeBackoffMs, writePatiently } from './write-patiently.ts'
import { writeRecord } from './write-record.ts'

type Context = Pick<ManagementContext, 'database' | 'finder' | 'webhooks' | 'batches' | 'logger' | 'counters'>

/**
 * Consumes `records`: writes what became of a render, has its batch finished when it was the last one of that, then lets
 * the queue forget the render. A record that cannot be written fails for good, so that its parent is released.
 */
export function createRecordRender(context: Context): Processor<'records'> {
  const { database, finder, logger, counters } = context
  return async (job, token, signal) => {
    const ids = { renderId: job.id, requestId: job.data.requestId, projectId: job.data.projectId }
    const ended = await finishedOf(job)
    const writing = { job, token, signal, ids, what: 'record', lost: counters.lost } as const
    const { finished, isNew, used } = await writePatiently(context, writing, () =>
      writeRecord(database, { ...job.data, id: job.id!, finished: ended }),
    )
    if (isNew) {
      counters.written.inc({ status: finished.status })
      logger.info({ ...ids, status: finished.status }, 'render recorded')
    }
    const { batch } = job.data
    if (batch) await finishBatch(context, { ...job.data, batch })
    await finder.forget(job.id!, job.data, used).catch(async (error: Error) => {
      // Nobody else would; until then its status is read from the queue.
      logger.warn({ ...ids, error: error.message }, 'recorded render is not forgotten yet')
      await putOff(job, token, writeBackoffMs(job.attemptsStarted))
    })
    return finished
  }
}
