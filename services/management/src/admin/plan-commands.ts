import * as plans from '../plans/stored-plans.ts'
import { adjustOrganisation } from './adjust-organisation.ts'
import { ORGANISATION, UsageError, type Command } from './command.ts'

export const listPlans: Command = {
  name: 'list-plans',
  summary: 'lists all plans; they are defined in the plans file',
  options: {},
  async run({ database }) {
    return { plans: await plans.listPlans(database) }
  },
}

export const setPlan: Command = {
  name: 'set-plan',
  summary: 'sets or removes the plan of an organisation',
  options: {
    organisation: ORGANISATION,
    plan: { value: 'PLAN', about: 'name of a plan, or none', isRequired: true },
    until: { value: 'TIME', about: 'end of the subscription, such as 2026-12-31, or never' },
  },
  run(context, { organisation, plan, until }) {
    return adjustOrganisation(context, organisation!, 'changeOrganisation', {
      plan: plan === 'none' ? null : plan!,
      ...(until !== undefined && { activeUntil: until === 'never' ? null : parseTime(until) }),
    })
  },
}

function parseTime(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`--until must be a time such as 2026-12-31, or never, not "${text}".`)
  return time.toISOString()
}
