import { ORGANISATION, WrongUse, type Command } from './command.ts'
import { operateOn } from './operate-on.ts'

export const setPlan: Command = {
  name: 'set-plan',
  summary: 'gives an organisation a plan, or takes it away',
  options: {
    organisation: ORGANISATION,
    plan: { value: 'PLAN', about: 'the name of a plan, or none', isRequired: true },
    until: { value: 'TIME', about: 'when the subscription ends, as 2026-12-31, or never' },
  },
  run(context, { organisation, plan, until }) {
    return operateOn(context, organisation!, 'changeOrganisation', {
      plan: plan === 'none' ? null : plan!,
      ...(until !== undefined && { activeUntil: until === 'never' ? null : timeOf(until) }),
    })
  },
}

function timeOf(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new WrongUse(`"${text}" is no time.`)
  return time.toISOString()
}
