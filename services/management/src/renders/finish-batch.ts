import type { BatchMember, WebhookEvent } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import type { Prisma } from '../generated/client.ts'

interface Recorded {
  organisationId: string
  projectId: string
  requestId: string
  batch: BatchMember
}

/**
 * Queues the webhook of a batch once all of its renders are recorded, and marks the batch as finished. Call it after the
 * record of each render; a call that failed can be repeated.
 */
export async function finishBatch(
  { database, webhooks, batches }: Pick<ManagementContext, 'database' | 'webhooks' | 'batches'>,
  { organisationId, projectId, requestId, batch: { id, createdAt, sealedUrl } }: Recorded,
): Promise<void> {
  await database.client.$transaction(async (client) => {
    // The last two records may arrive concurrently: the lock lets one of them finish the batch.
    const finished = await client.$queryRaw<unknown[]>`
      select from batches where id = ${id}::uuid and pending = 0 and finished_at is null for update`
    if (finished.length === 0) return
    if (sealedUrl !== undefined) {
      const event = await eventOf(client, id, createdAt)
      await webhooks.add({ organisationId, projectId, requestId, sealedUrl, createdAt, event })
    }
    await client.batch.update({ where: { id }, data: { finishedAt: new Date() } })
    await batches.remove(id)
  })
}

/** Builds the event from stored rows only, so that every call gives the same. */
async function eventOf(
  client: Prisma.TransactionClient,
  id: string,
  createdAt: number,
): Promise<WebhookEvent> {
  const renders = await client.render.findMany({
    where: { batchId: id },
    select: { id: true, status: true, endedAt: true },
    orderBy: { batchIndex: 'asc' },
  })
  const succeeded = renders.filter(({ status }) => status === 'succeeded').length
  const endedAt = Math.max(...renders.map((render) => render.endedAt.getTime()))
  return {
    id,
    body: {
      event: 'batch.finished',
      batchId: id,
      result: {
        size: renders.length,
        succeeded,
        failed: renders.length - succeeded,
        renders: renders.map(({ id: renderId, status }) => ({ renderId, status })),
      },
      meta: { startTime: new Date(createdAt).toISOString(), endTime: new Date(endedAt).toISOString() },
    },
  }
}
