import { changeAsOperator } from '../internal/change-as-operator.ts'
import { operateOrganisation, type Standing } from '../operate-organisation.ts'
import type { AdminContext } from './admin-context.ts'
import { WrongUse } from './command.ts'

/**
 * Changes the standing of an organisation, tells gateways, and gives all of it.
 * @throws {WrongUse} when there is none.
 */
export async function operateOn(
  context: AdminContext,
  organisationId: string,
  action: string,
  standing: Standing,
): Promise<Required<Standing>> {
  const change = { organisationId, action, subjectId: organisationId, requestId: null }
  const changed = await changeAsOperator(context.database, change, (client) =>
    operateOrganisation({ client }, organisationId, standing),
  )
  if (!changed) throw new WrongUse(`There is no organisation "${organisationId}".`)
  await context.tellGateways(organisationId)
  return changed
}
