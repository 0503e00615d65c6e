import type { Command } from './command.ts'
import { createOrganisation } from './create-organisation.ts'
import { createUser } from './create-user.ts'
import { maintenance } from './maintenance-command.ts'
import { blockOrganisation, listOrganisations, unblockOrganisation } from './organisation-commands.ts'
import { listPlans, setPlan } from './plan-commands.ts'
import { decideReport, listReports } from './report-commands.ts'
import { reseal } from './reseal-command.ts'

/** All commands of the operators' command line. */
export const commands: readonly Command[] = [
  createOrganisation,
  createUser,
  listOrganisations,
  listPlans,
  setPlan,
  blockOrganisation,
  unblockOrganisation,
  listReports,
  decideReport,
  maintenance,
  reseal,
]
