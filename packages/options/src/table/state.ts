import { optionOf, type OptionName } from './table.ts'

/** `works`: the option has its described effect. `accepted`: it has no effect, for the reason in its row. */
export type OptionState = 'works' | 'accepted'

export function stateOf(name: OptionName): OptionState {
  return optionOf(name).accepted === undefined ? 'works' : 'accepted'
}
