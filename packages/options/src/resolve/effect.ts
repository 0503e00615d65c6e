import { optionOf, type OptionName } from '../table/table.ts'

/** The options of a render, whose row of the table names options that decide whether others have an effect. */
type Values = Readonly<Record<string, unknown>> & { format: string }

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

/** Returns whether an option is set and not overridden itself. */
function isInEffect(name: string, values: Values): boolean {
  const { overriddenBy = [] } = optionOf(name as OptionName)
  return isSet(name, values) && !overriddenBy.some((other) => isInEffect(other, values))
}

function isSet(name: string, values: Values): boolean {
  return values[name] !== undefined && values[name] !== false
}
