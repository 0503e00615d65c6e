import { updateAccountStatus, type AccountStatus } from '../accounts/account-status.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import type { AdminContext } from './admin-context.ts'
import { UsageError } from './command.ts'

/**
 * Changes the status of an organisation, notifies the gateways, and returns the new status.
 * @throws {UsageError} when there is no such organisation.
 */
export async function adjustOrganisation(
  context: AdminContext,
  organisationId: string,
  action: string,
  status: AccountStatus,
): Promise<Required<AccountStatus>> {
  const entry = { organisationId, action, subjectId: organisationId, requestId: null }
  const updated = await changeAsOperator(context.database, entry, (client) =>
    updateAccountStatus({ client }, organisationId, status),
  )
  if (!updated) throw new UsageError(`Unknown organisation "${organisationId}".`)
  await context.notifyGateways(organisationId)
  return updated
}
