import { area } from './groups/area.ts'
import { response } from './groups/response.ts'
import { source } from './groups/source.ts'
import { viewport } from './groups/viewport.ts'
import { waiting } from './groups/waiting.ts'
import type { Option } from './kinds.ts'

/** The option groups by name; every option belongs to exactly one. */
export const groups = { source, viewport, area, waiting, response }

/** Every option of a render, by its snake_case wire name. */
const table = { ...source, ...viewport, ...area, ...waiting, ...response }

type Table = typeof table
export type OptionName = keyof Table
type ValueOf<N extends OptionName> = Table[N] extends Option<infer T> ? T : never
type WithDefault = {
  [N in OptionName]: undefined extends Table[N]['default'] ? never : N
}[OptionName]

/** Option values as a caller gave them, coerced and valid. */
export type GivenOptions = { [N in OptionName]?: ValueOf<N> }

/** Option values after every rule and default: what has a default is always there. */
export type RenderOptions = { [N in WithDefault]: ValueOf<N> } & {
  [N in Exclude<OptionName, WithDefault>]?: ValueOf<N>
}

export const optionNames = Object.keys(table) as OptionName[]

/** The row of an option, typed loosely for code that treats all options alike. */
export function optionOf(name: OptionName): Option<unknown> {
  return table[name]
}
