import { updateStanding, type Standing } from '../accounts/standing.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import type { AdminContext } from './admin-context.ts'
import { UsageError } from './command.ts'

/**
 * Changes the standing of an organisation, notifies the gateways, and returns the new standing.
 * @throws {UsageError} when there is no such organisation.
 */
export async function adjustOrganisation(
  context: AdminContext,
  organisationId: string,
  action: string,
  standing: Standing,
): Promise<Required<Standing>> {
  const entry = { organisationId, action, subjectId: organisationId, requestId: null }
  const updated = await changeAsOperator(context.database, entry, (client) =>
    updateStanding({ client }, organisationId, standing),
  )
  if (!updated) throw new UsageError(`Unknown organisation "${organisationId}".`)
  await context.notifyGateways(organisationId)
  return updated
}
