import { distance } from 'fastest-levenshtein'
import { otherSpellings } from './aliases.ts'
import { toCamelCase } from '../kinds/spelling.ts'
import { optionNames, type OptionName } from './table.ts'

const bySpelling = new Map<string, OptionName>(
  [...optionNames.map((name) => [name, name] as const), ...Object.entries(otherSpellings)].flatMap(
    ([spelling, name]) => [
      [spelling, name],
      [toCamelCase(spelling), name],
    ],
  ),
)

/** Longer keys are not compared with the names: it would take long. */
const MAX_MISSPELLING_LENGTH = 64
/** Shorter texts are part of too many names. */
const MIN_PART_LENGTH = 3

/** Returns the wire name of an option for any of its spellings (`full_page`, `fullPage`); undefined when unknown. */
export function optionNamed(spelling: string): OptionName | undefined {
  return bySpelling.get(spelling)
}

/** Returns the option whose name is closest to a misspelled one; undefined when none is close. */
export function nearestName(unknown: string): OptionName | undefined {
  const spelling = nearestWord(unknown, bySpelling.keys())
  return spelling === undefined ? undefined : bySpelling.get(spelling)
}

/** Returns up to `most` similar names, the closest first; names that only contain the text come last. */
export function nearestNames(unknown: string, most: number): OptionName[] {
  if (unknown.length > MAX_MISSPELLING_LENGTH) return []
  const given = unknown.toLowerCase()
  const allowed = maxEdits(unknown)
  const ranks = [...bySpelling].map(([spelling, name]) => {
    const edits = editsBetween(given, spelling.toLowerCase())
    const isPart = given.length >= MIN_PART_LENGTH && spelling.includes(given)
    return { name, rank: edits <= allowed ? edits : isPart ? allowed + 1 : Infinity }
  })
  const near = ranks.filter(({ rank }) => rank <= allowed + 1).toSorted((a, b) => a.rank - b.rank)
  return [...new Set(near.map(({ name }) => name))].slice(0, most)
}

/** Returns the word closest to a misspelled one; undefined when none is close. */
export function nearestWord(unknown: string, words: Iterable<string>): string | undefined {
  if (unknown.length > MAX_MISSPELLING_LENGTH) return undefined
  const given = unknown.toLowerCase()
  let best: string | undefined
  let fewest = maxEdits(unknown) + 1
  for (const word of words) {
    if (Math.abs(word.length - given.length) >= fewest) continue
    const edits = editsBetween(given, word.toLowerCase())
    if (edits < fewest) [best, fewest] = [word, edits]
  }
  return best
}

function maxEdits(word: string): number {
  return word.length < 2 ? 0 : Math.ceil(word.length / 4)
}

/** Returns the edit distance; two transposed letters count as one edit. */
function editsBetween(given: string, word: string): number {
  const edits = distance(given, word)
  return edits === 2 && given.length === word.length && isAnagram(given, word) ? 1 : edits
}

function isAnagram(one: string, other: string): boolean {
  return one.split('').toSorted().join('') === other.split('').toSorted().join('')
}
