import { aliases } from '../table/aliases.ts'
import type { GivenOptions, OptionName } from '../table/table.ts'

/** Options while they are merged and resolved. */
export interface Draft {
  readonly values: GivenOptions
  /**
   * Sets the options that the option `by` stands for, in the layer of `by`. Values of that layer or of one nearer to the caller
   * stay: the `retina` of a request overrides the `dpr` of its project, but not its own `dpr`.
   */
  readonly imply: (by: OptionName, implied: GivenOptions) => void
  /** Returns whether an option is set by the same layer as another one, or by one nearer to the caller. */
  readonly isAsNear: (name: OptionName, as: OptionName) => boolean
  /** Sets values that no layer has set. */
  readonly fill: (values: GivenOptions) => void
}

/** Merges layers of options, the farthest from the caller first: project, request, retry. */
export function draftOf(layers: GivenOptions[]): Draft {
  const values: Record<string, unknown> = {}
  const levels = new Map<string, number>()
  const set = (level: number, name: string, value: unknown): void => {
    if (value === undefined) return
    values[name] = value
    levels.set(name, level)
  }
  layers.forEach((layer, level) => {
    for (const [name, value] of Object.entries(withoutAliases(layer))) set(level, name, value)
  })
  return {
    values,
    imply(by, implied) {
      const level = levels.get(by) ?? 0
      for (const [name, value] of Object.entries(implied))
        if ((levels.get(name) ?? -1) < level) set(level, name, value)
    },
    isAsNear: (name, as) => (levels.get(name) ?? -1) >= (levels.get(as) ?? 0),
    fill(defaults) {
      for (const [name, value] of Object.entries(defaults)) if (!levels.has(name)) set(0, name, value)
    },
  }
}

function withoutAliases(layer: GivenOptions): GivenOptions {
  const found = aliases.filter(({ alias }) => layer[alias] !== undefined)
  if (found.length === 0) return layer
  const values: Record<string, unknown> = { ...layer }
  for (const { alias, of, when } of found) {
    const [first, second] = [values[of], values[alias]]
    delete values[alias]
    if (first === undefined) values[of] = second
    else if (when === 'joined') values[of] = [...(first as string[]), ...(second as string[])]
    else if (when === 'either') values[of] = first || second
  }
  return values
}
