import { standsFor } from './aliases.ts'
import { planned } from './planned.ts'
import { optionOf, type OptionName } from './table.ts'

/**
 * `works`: it has the effect that its row describes. `accepted`: it has none here, for the reason its row gives.
 * `planned`: it will have its effect later.
 */
export type OptionState = 'works' | 'accepted' | 'planned'

const plannedNames: ReadonlySet<string> = new Set(Object.values(planned).flat())

/** The state of an option; one that only stands for others works when these do. */
export function stateOf(name: OptionName): OptionState {
  if (optionOf(name).accepted) return 'accepted'
  if (plannedNames.has(name)) return 'planned'
  return standsFor(name)?.some((other) => stateOf(other) === 'planned') ? 'planned' : 'works'
}
