import { operate } from './operate.ts'
import type { Api } from './use-api.ts'

/** Decides a report of the first organisation as an operator; returns the status of the answer. */
export async function decideReport(api: Api, id: string, decision: object): Promise<number> {
  const path = `organisations/${api.backing.owner.organisationId}/render-reports/${id}`
  return (await operate(api, path, decision)).status
}
