import { isDeepStrictEqual } from 'node:util'
import { legacyNames } from '../table/aliases.ts'
import { nearestName, nearestWord } from '../table/names.ts'
import type { ParsedOptions } from '../parse/parse.ts'
import type { ResolvedOptions } from './resolve.ts'
import { displayKey } from '../parse/display-value.ts'
import { stateOf } from '../table/state.ts'
import { optionOf, type GivenOptions, type OptionName } from '../table/table.ts'

/** Further unknown keys are only counted. */
const MAX_NAMED = 20

/** Returns a warning for every given option that has no effect on this render. */
export function warningsFor(
  { options: given, unknown, ignored }: ParsedOptions,
  options: ResolvedOptions,
): string[] {
  return [
    ...aboutUnknown([...Object.keys(unknown).map(unknownKey), ...ignored.map(unknownMember)]),
    ...Object.entries(given).flatMap(([name, value]) => {
      const reason = reasonWithoutEffect(name as OptionName, value, given, options)
      return reason === undefined ? [] : [`"${name}" ${reason}.`]
    }),
  ]
}

function aboutUnknown(sentences: (() => string)[]): string[] {
  const others = sentences.length - MAX_NAMED
  const named = sentences.slice(0, MAX_NAMED).map((sentence) => sentence())
  return others > 0 ? [...named, `${others} more unknown options were ignored.`] : named
}

function unknownKey(key: string): () => string {
  return () => {
    if (legacyNames.has(key)) return `"${key}" was ignored: this legacy option has no effect.`
    return `Unknown option "${displayKey(key)}" was ignored${didYouMean(nearestName(key))}`
  }
}

function unknownMember({ path, known }: ParsedOptions['ignored'][number]): () => string {
  return () => {
    const member = path.slice(path.lastIndexOf('.') + 1)
    return `Unknown option "${displayKey(path)}" was ignored${didYouMean(nearestWord(member, known))}`
  }
}

function didYouMean(name: string | undefined): string {
  return name === undefined ? '.' : `: did you mean "${name}"?`
}

function reasonWithoutEffect(
  name: OptionName,
  value: unknown,
  given: GivenOptions,
  options: ResolvedOptions,
): string | undefined {
  const row = optionOf(name)
  if (row.accepted !== undefined) return `has no effect: ${row.accepted}`
  if (isDeepStrictEqual(value, row.default)) return undefined
  if (
    row.formats &&
    !row.formats.includes(options.format) &&
    !(row.beside && isSet(row.beside, given, options))
  )
    return `has no effect on ${options.format}${row.beside ? ` without "${row.beside}"` : ''}`
  if (row.needs && !row.needs.some((need) => isSet(need, given, options)))
    return `has no effect without ${row.needs.map((need) => `"${need}"`).join(' or ')}`
  const other = row.overriddenBy?.find((each) => isInEffect(each, given, options))
  if (other) return `has no effect with "${other}"`
  return stateOf(name) === 'planned' ? 'is not yet in effect' : undefined
}

/** Returns whether an option is set and not overridden itself. */
function isInEffect(name: string, given: object, options: object): boolean {
  const { overriddenBy = [] } = optionOf(name as OptionName)
  return isSet(name, given, options) && !overriddenBy.some((other) => isInEffect(other, given, options))
}

function isSet(name: string, given: object, options: object): boolean {
  const value: unknown = Object.entries({ ...given, ...options }).find(([each]) => each === name)?.[1]
  return value !== undefined && value !== false
}
