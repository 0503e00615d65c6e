import { isDeepStrictEqual } from 'node:util'
import { legacyNames } from '../table/aliases.ts'
import { nearestName, nearestWord } from '../table/names.ts'
import type { ParsedOptions } from '../parse/parse.ts'
import type { ResolvedOptions } from './resolve.ts'
import { displayKey } from '../parse/display-value.ts'
import { optionOf, type OptionName } from '../table/table.ts'
import { reasonWithoutEffect, replacementOf } from './effect.ts'

/** Further unknown keys are only counted. */
const MAX_NAMED = 20

/** Returns a warning for every given option that has no effect on this render. */
export function warningsFor(
  { options: given, unknown, ignored }: ParsedOptions,
  options: ResolvedOptions,
): string[] {
  const entries = Object.entries(given)
  const values = entries.length > 0 ? { ...given, ...options } : options
  return [
    ...aboutUnknown([...Object.keys(unknown).map(unknownKey), ...ignored.map(unknownMember)]),
    ...entries.flatMap(([name, value]) => {
      const reason = reasonFor(name as OptionName, value, values)
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

function reasonFor(
  name: OptionName,
  value: unknown,
  values: Parameters<typeof reasonWithoutEffect>[1],
): string | undefined {
  const { accepted, default: byDefault } = optionOf(name)
  if (accepted === undefined && isDeepStrictEqual(value, byDefault)) return undefined
  const replacement = replacementOf(name, values)
  return (
    reasonWithoutEffect(name, values) ??
    (replacement === undefined ? undefined : `has no effect with "${replacement}"`)
  )
}
