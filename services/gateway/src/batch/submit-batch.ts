import { RenderError } from '@render/errors'
import { orQueueAway, type Batch, type Repeatable, type Submission } from '@render/jobs'
import { giveBack, unlessRefused } from '../admit-renders.ts'
import type { GatewayContext } from '../context.ts'
import { claim } from '../idempotency-key.ts'

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
  const claiming = claimBatch(repeatable, batch.id, context)
  const owner = submissions[0]!.record
  const { id, former } = await unlessRefused(claiming, owner, batch.renderIds, context)
  if (former) giveBack(owner, batch.renderIds, context)
  const made = former
    ? { ...batch, id, renderIds: former.renders.map(({ renderId }) => renderId) }
    : await submitBatch({ ...batch, id }, named(id, submissions), context)
  // Who repeats a request that could not be noted as accepted looks for its renders.
  await context.claims.accept(repeatable).catch(() => {})
  return made
}

/** The batch that a request is tied to, and what a former one made of it. */
async function claimBatch(
  repeatable: Repeatable,
  ownId: string,
  context: Pick<GatewayContext, 'claims' | 'lookUp'>,
) {
  const { renderId: id, state } = await claim(repeatable, ownId, context)
  const former = state === 'new' ? undefined : await context.lookUp.batch(id)
  if (state === 'accepted' && !former) throw new RenderError('RenderNotFound')
  return { id, former }
}

/** The name that the batch got from the request that came first, and died. */
function named(id: string, submissions: Submission[]): Submission[] {
  return submissions.map(({ record, ...submission }) => {
    return { ...submission, record: { ...record, batch: { ...record.batch!, id } } }
  })
}
