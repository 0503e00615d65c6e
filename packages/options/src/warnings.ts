import { isDeepStrictEqual } from 'node:util'
import { olderNames } from './aliases.ts'
import { nearestName, nearestWord } from './names.ts'
import type { ParsedOptions } from './parse.ts'
import type { RenderOptions } from './resolve.ts'
import { shownKey } from './show.ts'
import { stateOf } from './state.ts'
import { optionOf, type GivenOptions, type OptionName } from './table.ts'

/** More unknown keys than this are only counted. */
const MOST_NAMED = 20

/** Sentences for the caller about everything that was given and has no effect on this render. */
export function warningsFor(
  { options: given, unknown, ignored }: ParsedOptions,
  options: RenderOptions,
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
  const others = sentences.length - MOST_NAMED
  const named = sentences.slice(0, MOST_NAMED).map((sentence) => sentence())
  return others > 0 ? [...named, `${others} more unknown options were ignored.`] : named
}

function unknownKey(key: string): () => string {
  return () => {
    if (olderNames.has(key)) return `"${key}" was ignored: it is an older option without effect here.`
    return `Unknown option "${shownKey(key)}" was ignored${didYouMean(nearestName(key))}`
  }
}

function unknownMember({ path, known }: ParsedOptions['ignored'][number]): () => string {
  return () => {
    const member = path.slice(path.lastIndexOf('.') + 1)
    return `Unknown option "${shownKey(path)}" was ignored${didYouMean(nearestWord(member, known))}`
  }
}

function didYouMean(name: string | undefined): string {
  return name === undefined ? '.' : `: did you mean "${name}"?`
}

function reasonWithoutEffect(
  name: OptionName,
  value: unknown,
  given: GivenOptions,
  options: RenderOptions,
): string | undefined {
  const row = optionOf(name)
  if (row.accepted !== undefined) return `has no effect: ${row.accepted}`
  if (isDeepStrictEqual(value, row.default)) return undefined
  if (row.formats && !row.formats.includes(options.format)) return `has no effect on ${options.format}`
  if (row.needs && !row.needs.some((need) => isSet(need, given, options)))
    return `has no effect without ${row.needs.map((need) => `"${need}"`).join(' or ')}`
  return stateOf(name) === 'planned' ? 'is not yet in effect' : undefined
}

function isSet(name: string, given: object, options: object): boolean {
  const value: unknown = Object.entries({ ...given, ...options }).find(([each]) => each === name)?.[1]
  return value !== undefined && value !== false
}
