import { standsFor } from './aliases.ts'
import { planned } from './planned.ts'
import { optionOf, type OptionName } from './table.ts'

/**
 * `works`: the option has its described effect. `accepted`: it has no effect, for the reason in its row.
 * `planned`: it is not implemented yet.
 */
export type OptionState = 'works' | 'accepted' | 'planned'

const plannedNames: ReadonlySet<string> = new Set(Object.values(planned).flat())

/** Returns the state of an option; an alias or shorthand works when the options it stands for do. */
export function stateOf(name: OptionName): OptionState {
  if (optionOf(name).accepted) return 'accepted'
  if (plannedNames.has(name)) return 'planned'
  return standsFor(name)?.some((other) => stateOf(other) === 'planned') ? 'planned' : 'works'
}
