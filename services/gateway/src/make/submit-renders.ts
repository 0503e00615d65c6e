import { asServiceUnavailable } from '@render/jobs'
import type { GatewayContext } from '../context.ts'
import { confirm } from '../reuse/reserve.ts'
import type { PreparedRenders } from './prepare-renders.ts'

/**
 * Queues the renders of a request, all of them or none, unless they exist already.
 * @throws {RenderError} `ServiceUnavailable` when Redis is away; the renders may run all the same.
 */
export async function submitRenders(
  { intake, reservation, renders, batch }: PreparedRenders,
  {
    batches,
    idempotency,
    logger,
    submitter,
  }: Pick<GatewayContext, 'batches' | 'idempotency' | 'logger' | 'submitter'>,
): Promise<void> {
  if (reservation.state === 'existing') return
  if (batch) await asServiceUnavailable(batches.save(batch))
  await asServiceUnavailable(submitter.submitAll(renders.map(({ submission }) => submission)))
  const { requestId, caller } = intake
  const { projectId } = caller
  if (batch)
    logger.info({ requestId, batchId: batch.id, projectId, renders: renders.length }, 'batch accepted')
  else logger.info({ requestId, renderId: reservation.id, projectId }, 'render accepted')
  await confirm(intake, { idempotency })
}
