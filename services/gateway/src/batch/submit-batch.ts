import { RenderError } from '@render/errors'
import type { Batch, Repeatable, Submission } from '@render/jobs'
import { giveBack, unlessRefused } from '../admit-renders.ts'
import type { GatewayContext } from '../context.ts'
import { claim } from '../idempotency-key.ts'
import { orQueueAway } from '../queue-away.ts'

/**
 * Queues the renders of a batch: all of them, or none.
 * @throws {RenderError} `ServiceUnavailable` when the queue is away; the renders may run all the same.
 */
export async function submitBatch(
  batch: Batch,
  submissions: Submission[],
  { batches, submitter, logger }: Pick<GatewayContext, 'batches' | 'submitter' | 'logger'>,
): Promise<Batch> {
  await orQueueAway(batches.keep(batch))
  await orQueueAway(submitter.submitAll(submissions))
  const { requestId, projectId } = submissions[0]!.render
  logger.info({ requestId, batchId: batch.id, projectId, renders: submissions.length }, 'batch accepted')
  return batch
}

/** The same, unless a former request with the same key did; gives the batch that was made. */
export async function submitOnce(
  repeatable: Repeatable,
  batch: Batch,
  submissions: Submission[],
  context: GatewayContext,
): Promise<Batch> {
  const { claims, lookUp } = context
  const claiming = claim(repeatable, batch.id, context)
  const { renderId: id, state } = await unlessRefused(claiming, batch, batch.renderIds, context)
  const former = state === 'new' ? undefined : await lookUp.batch(id)
  if (former) giveBack(batch, batch.renderIds, context)
  else if (state === 'accepted') throw new RenderError('RenderNotFound')
  const made = former
    ? { ...batch, id, renderIds: former.renders.map(({ renderId }) => renderId) }
    : await submitBatch({ ...batch, id }, named(id, submissions), context)
  // Who repeats a request that could not be noted as accepted looks for its renders.
  await claims.accept(repeatable).catch(() => {})
  return made
}

/** The name that the batch got from the request that came first, and died. */
function named(id: string, submissions: Submission[]): Submission[] {
  return submissions.map(({ record, ...submission }) => {
    return { ...submission, record: { ...record, batch: { ...record.batch!, id } } }
  })
}
