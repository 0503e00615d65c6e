import type { BatchMember, WebhookEvent } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import type { Database } from '../database/database.ts'

interface Recorded {
  renderId: string
  organisationId: string
  projectId: string
  requestId: string
  batch: BatchMember
}

/**
 * Queues the webhook of a batch once all of its renders are recorded, and marks the batch as finished. Call it after the
 * record of each render; a call that failed must be repeated. The last records may arrive concurrently: the render that
 * claims the batch finishes it, so that no lock of the database is held while Redis answers.
 */
export async function finishBatch(
  { database: { client }, webhooks, batches }: Pick<ManagementContext, 'database' | 'webhooks' | 'batches'>,
  { renderId, organisationId, projectId, requestId, batch: { id, createdAt, sealedUrl } }: Recorded,
): Promise<void> {
  const claimed = await client.$executeRaw`
    update batches set finished_by = ${renderId}::uuid
    where id = ${id}::uuid and pending = 0 and finished_at is null
      and coalesce(finished_by, ${renderId}::uuid) = ${renderId}::uuid`
  if (claimed === 0) return
  if (sealedUrl !== undefined) {
    const event = await eventOf(client, id, createdAt)
    await webhooks.add({ organisationId, projectId, requestId, sealedUrl, createdAt, event })
  }
  await batches.remove(id)
  await client.batch.update({ where: { id }, data: { finishedAt: new Date() } })
}

/** Builds the event from stored rows only, so that every call gives the same. */
async function eventOf(client: Database['client'], id: string, createdAt: number): Promise<WebhookEvent> {
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
