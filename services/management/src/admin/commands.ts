import { answerReport } from './answer-report.ts'
import { blockOrganisation, unblockOrganisation } from './block-organisation.ts'
import type { Command } from './command.ts'
import { createOrganisation } from './create-organisation.ts'
import { createUser } from './create-user.ts'
import { listOrganisations } from './list-organisations.ts'
import { listPlans } from './list-plans.ts'
import { listReports } from './list-reports.ts'
import { maintenance } from './maintenance.ts'
import { reseal } from './reseal.ts'
import { setPlan } from './set-plan.ts'

/** All that operators do on the command line. */
export const commands: readonly Command[] = [
  createOrganisation,
  createUser,
  listOrganisations,
  listPlans,
  setPlan,
  blockOrganisation,
  unblockOrganisation,
  listReports,
  answerReport,
  maintenance,
  reseal,
]
