import type { Processor } from '@render/jobs'
import type { ManagementContext } from './context.ts'
import { writeDelivery } from './write-delivery.ts'
import { writePatiently } from './write-patiently.ts'

type Context = Pick<ManagementContext, 'database' | 'logger' | 'counters'>

/** Consumes `deliveries`: writes what the dispatcher reports of an event to the log of deliveries. */
export function createRecordDelivery(context: Context): Processor<'deliveries'> {
  return (job, token, signal) => {
    const { eventId, requestId, projectId } = job.data
    const ids = { eventId, requestId, projectId }
    const writing = { job, token, signal, ids, what: 'report', lost: context.counters.reportsLost } as const
    return writePatiently(context, writing, async () => ({
      isNew: await writeDelivery(context.database, job.data),
    }))
  }
}
