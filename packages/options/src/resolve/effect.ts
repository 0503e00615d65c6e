import { isDeepStrictEqual } from 'node:util'
import type { Format } from '@render/outputs'
import { expansions } from '../rules/shorthands.ts'
import { standsFor } from '../table/aliases.ts'
import { optionOf, type OptionName } from '../table/table.ts'

/** The options of a render, whose row of the table names options that decide whether others have an effect. */
type Values = Readonly<Record<string, unknown>> & { format: Format }

/** Returns why an option has no effect on a render, as the end of a sentence; undefined when it has one. */
export function reasonWithoutEffect(name: OptionName, values: Values): string | undefined {
  const { accepted, formats, sideFileOption, needs, overriddenBy, exceptWith = {} } = optionOf(name)
  if (accepted !== undefined) return `has no effect: ${accepted}`
  const isInFormat = !formats || formats.some((format) => format === values.format)
  if (!isInFormat && !(sideFileOption !== undefined && isSet(sideFileOption, values)))
    return `has no effect on ${values.format}${sideFileOption === undefined ? '' : ` without "${sideFileOption}"`}`
  if (needs && !needs.some((need) => isSet(need, values)))
    return `has no effect without ${needs.map((need) => `"${need}"`).join(' or ')}`
  const other = overriddenBy?.find(
    (each) => isInEffect(each, values) && !isSet(exceptWith[each] ?? '', values),
  )
  return other === undefined ? undefined : `has no effect with "${other}"`
}

/** Returns the option that replaced all that a shorthand sets; undefined when something of it is left. */
export function replacementOf(name: OptionName, values: Values): string | undefined {
  const expand = expansions.find(([shorthand]) => shorthand === name)?.[1]
  const implied = Object.entries(expand?.(values, () => true) ?? {})
  const isLost = implied.every(([option, value]) => !isDeepStrictEqual(values[option], value))
  if (implied.length === 0 || !isLost) return undefined
  const [option] = implied[0]! as [OptionName, unknown]
  const other = expansions.find(
    ([each]) => each !== name && isSet(each, values) && standsFor(each)!.includes(option),
  )
  return other?.[0] ?? option
}

/** Returns whether an option is set and not overridden itself. */
function isInEffect(name: string, values: Values): boolean {
  const { overriddenBy = [] } = optionOf(name as OptionName)
  return isSet(name, values) && !overriddenBy.some((other) => isInEffect(other, values))
}

function isSet(name: string, values: Values): boolean {
  return values[name] !== undefined && values[name] !== false
}
