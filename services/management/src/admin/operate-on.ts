import { changeAsOperator } from '../internal/change-as-operator.ts'
import { operateOrganisation, type Standing } from '../operate-organisation.ts'
import type { AdminContext } from './admin-context.ts'
import { WrongUse } from './command.ts'

/**
 * Changes the standing of an organisation, and gives all of it.
 * @throws {WrongUse} when there is none.
 */
export async function operateOn(
  { database }: AdminContext,
  organisationId: string,
  action: string,
  standing: Standing,
): Promise<Required<Standing>> {
  const change = { organisationId, action, subjectId: organisationId, requestId: null }
  const changed = await changeAsOperator(database, change, (client) =>
    operateOrganisation({ client }, organisationId, standing),
  )
  if (!changed) throw new WrongUse(`There is no organisation "${organisationId}".`)
  return changed
}
