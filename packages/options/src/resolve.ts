import { optionNames, optionOf, type GivenOptions, type RenderOptions } from './table.ts'

/** Fills every default: what the engine is given. */
export function resolveOptions(given: GivenOptions): RenderOptions {
  const defaults = optionNames.flatMap((name) => {
    const value = optionOf(name).default
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(defaults), ...given } as RenderOptions
}
