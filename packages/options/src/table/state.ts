import { standsFor } from './aliases.ts'
import { planned, refused } from './planned.ts'
import { optionOf, type OptionName } from './table.ts'

/**
 * `works`: the option has its described effect. `accepted`: it has no effect, for the reason in its row.
 * `planned`: it is not implemented yet. `refused`: it is not implemented yet, and a request that sets it is refused.
 */
export type OptionState = 'works' | 'accepted' | 'planned' | 'refused'

const plannedNames: ReadonlySet<string> = new Set(Object.values(planned).flat())
const refusedNames: ReadonlySet<string> = new Set(refused)

/** Returns the state of an option; an alias or shorthand works when the options it stands for do. */
export function stateOf(name: OptionName): OptionState {
  if (optionOf(name).accepted) return 'accepted'
  if (refusedNames.has(name)) return 'refused'
  if (plannedNames.has(name)) return 'planned'
  return standsFor(name)?.some((other) => stateOf(other) === 'planned') ? 'planned' : 'works'
}
