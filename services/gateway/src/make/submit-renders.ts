import { asServiceUnavailable, type Submission } from '@render/jobs'
import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'
import { confirm, type AssignedIds } from '../idempotency/assign-ids.ts'
import type { PreparedRenders } from './prepare-renders.ts'
import { releaseRenders } from './release-renders.ts'

type SubmitContext = Pick<
  GatewayContext,
  'admission' | 'batches' | 'idempotency' | 'logger' | 'submitter' | 'signRecord'
>

/**
 * Queues the renders of a request, all of them or none, unless they exist already.
 * @throws {RenderError} `ServiceUnavailable` when Redis is unavailable; the renders may run all the same.
 */
export async function submitRenders(
  { intake, assigned, renders, batch }: PreparedRenders,
  context: SubmitContext,
): Promise<void> {
  if (assigned.state === 'existing') return
  const { batches, idempotency, logger, submitter, signRecord } = context
  const submit = async () => {
    if (batch) await batches.save(batch)
    await submitter.submitAll(renders.map(({ submission }) => signed(submission, signRecord)))
  }
  await asServiceUnavailable(submit()).catch((error: unknown) => {
    void releaseUnlessQueued(intake, assigned, context).catch(() => {})
    throw error
  })
  const { requestId, caller } = intake
  const { projectId } = caller
  if (batch)
    logger.info({ requestId, batchId: batch.id, projectId, renders: renders.length }, 'batch accepted')
  else logger.info({ requestId, renderId: assigned.id, projectId }, 'render accepted')
  await confirm(intake, { idempotency })
}

function signed(submission: Submission, sign: GatewayContext['signRecord']): Submission {
  const { id, record } = submission
  return { ...submission, record: { ...record, mac: sign(id, record) } }
}

/** Gives back the places of renders whose submission failed, as soon as Redis answers that they are not queued. */
async function releaseUnlessQueued(
  intake: Intake,
  assigned: AssignedIds,
  { admission, idempotency, submitter }: Pick<SubmitContext, 'admission' | 'idempotency' | 'submitter'>,
): Promise<void> {
  // All are queued or none. Sent on the same connection, so the question follows the submission.
  if (!(await submitter.isQueued(assigned.renderIds[0]!))) {
    await releaseRenders(intake, assigned, { admission, idempotency })
  }
}
