import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'
import type { Reservation } from '../idempotency/reserve.ts'

type ReleaseContext = Pick<GatewayContext, 'admission' | 'idempotency'>

/** Takes back the admission of renders that are not made. When Redis is unavailable, a later admission notices that they are gone. */
export async function releaseRenders(
  { caller, idempotent }: Intake,
  { renderIds, holder }: Reservation,
  { admission, idempotency }: ReleaseContext,
): Promise<void> {
  const { organisationId, projectId } = caller
  admission.release({ organisationId, projectId }, renderIds).catch(() => {})
  if (idempotent) await idempotency.release(idempotent, holder).catch(() => {})
}

/** Waits for the preparation of renders; when it fails, they are not outstanding any more and their key is free again. */
export async function releaseOnFailure<T>(
  preparing: Promise<T>,
  intake: Intake,
  reservation: Reservation,
  context: ReleaseContext,
): Promise<T> {
  try {
    return await preparing
  } catch (error) {
    await releaseRenders(intake, reservation, context)
    throw error
  }
}
