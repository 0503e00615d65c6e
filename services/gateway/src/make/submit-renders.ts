import { asServiceUnavailable } from '@render/jobs'
import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'
import { confirm, type Reservation } from '../reuse/reserve.ts'
import { release } from './admit-renders.ts'
import type { PreparedRenders } from './prepare-renders.ts'

type Submitting = Pick<GatewayContext, 'admission' | 'batches' | 'idempotency' | 'logger' | 'submitter'>

/**
 * Queues the renders of a request, all of them or none, unless they exist already.
 * @throws {RenderError} `ServiceUnavailable` when Redis is away; the renders may run all the same.
 */
export async function submitRenders(
  { intake, reservation, renders, batch }: PreparedRenders,
  context: Submitting,
): Promise<void> {
  if (reservation.state === 'existing') return
  const { batches, idempotency, logger, submitter } = context
  const submit = async () => {
    if (batch) await batches.save(batch)
    await submitter.submitAll(renders.map(({ submission }) => submission))
  }
  await asServiceUnavailable(submit()).catch((error: unknown) => {
    void releaseUnlessQueued(intake, reservation, context).catch(() => {})
    throw error
  })
  const { requestId, caller } = intake
  const { projectId } = caller
  if (batch)
    logger.info({ requestId, batchId: batch.id, projectId, renders: renders.length }, 'batch accepted')
  else logger.info({ requestId, renderId: reservation.id, projectId }, 'render accepted')
  await confirm(intake, { idempotency })
}

/** Gives back the places of renders whose submission failed, as soon as Redis answers that they are not queued. */
async function releaseUnlessQueued(
  intake: Intake,
  reservation: Reservation,
  { admission, idempotency, submitter }: Submitting,
): Promise<void> {
  // All are queued or none. Sent on the same connection, so the question follows the submission.
  if (!(await submitter.isQueued(reservation.renderIds[0]!))) {
    await release(intake, reservation, { admission, idempotency })
  }
}
