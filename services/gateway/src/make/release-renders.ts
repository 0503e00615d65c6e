import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'
import type { AssignedIds } from '../idempotency/assign-ids.ts'

type ReleaseContext = Pick<GatewayContext, 'admission' | 'idempotency'>

/** Takes back the admission of renders that are not made. When Redis is unavailable, a later admission notices that they are gone. */
export async function releaseRenders(
  { requestId, caller, idempotent }: Intake,
  { renderIds }: AssignedIds,
  { admission, idempotency }: ReleaseContext,
): Promise<void> {
  const { organisationId, projectId } = caller
  admission.release({ organisationId, projectId }, renderIds).catch(() => {})
  if (idempotent) await idempotency.release(idempotent, requestId).catch(() => {})
}

/** Waits for the preparation of renders; when it fails, they are not outstanding any more and their key is free again. */
export async function releaseOnFailure<T>(
  preparing: Promise<T>,
  intake: Intake,
  assigned: AssignedIds,
  context: ReleaseContext,
): Promise<T> {
  try {
    return await preparing
  } catch (error) {
    await releaseRenders(intake, assigned, context)
    throw error
  }
}
