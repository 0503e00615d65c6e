import { distance } from 'fastest-levenshtein'
import { otherSpellings } from './aliases.ts'
import { toCamelCase } from './kinds/spelling.ts'
import { optionNames, type OptionName } from './table.ts'

const bySpelling = new Map<string, OptionName>(
  [...optionNames.map((name) => [name, name] as const), ...Object.entries(otherSpellings)].flatMap(
    ([spelling, name]) => [
      [spelling, name],
      [toCamelCase(spelling), name],
    ],
  ),
)

/** Longer keys are no slip of a finger, and comparing them with every name would take long. */
const LONGEST_MISSPELLING = 64
/** Shorter texts are part of too many names to mean one. */
const SHORTEST_PART = 3

/** The wire name of an option in any of its spellings (`full_page`, `fullPage`); undefined when unknown. */
export function optionNamed(spelling: string): OptionName | undefined {
  return bySpelling.get(spelling)
}

/** The known name closest to a misspelled one, when it is close enough to be meant. */
export function nearestName(unknown: string): OptionName | undefined {
  const spelling = nearestWord(unknown, bySpelling.keys())
  return spelling === undefined ? undefined : bySpelling.get(spelling)
}

/** Up to `most` names that may have been meant, the closest first; names that contain the given text come last. */
export function nearestNames(unknown: string, most: number): OptionName[] {
  if (unknown.length > LONGEST_MISSPELLING) return []
  const given = unknown.toLowerCase()
  const allowed = slipsAllowed(unknown)
  const ranks = [...bySpelling].map(([spelling, name]) => {
    const edits = slips(given, spelling.toLowerCase())
    const isPart = given.length >= SHORTEST_PART && spelling.includes(given)
    return { name, rank: edits <= allowed ? edits : isPart ? allowed + 1 : Infinity }
  })
  const near = ranks.filter(({ rank }) => rank <= allowed + 1).toSorted((a, b) => a.rank - b.rank)
  return [...new Set(near.map(({ name }) => name))].slice(0, most)
}

/** The word closest to a misspelled one, when it is close enough to be meant. */
export function nearestWord(unknown: string, words: Iterable<string>): string | undefined {
  if (unknown.length > LONGEST_MISSPELLING) return undefined
  const given = unknown.toLowerCase()
  let best: string | undefined
  let fewest = slipsAllowed(unknown) + 1
  for (const word of words) {
    if (Math.abs(word.length - given.length) >= fewest) continue
    const edits = slips(given, word.toLowerCase())
    if (edits < fewest) [best, fewest] = [word, edits]
  }
  return best
}

function slipsAllowed(word: string): number {
  return word.length < 2 ? 0 : Math.ceil(word.length / 4)
}

/** Two letters in the wrong order are one slip of the fingers. */
function slips(given: string, word: string): number {
  const edits = distance(given, word)
  return edits === 2 && given.length === word.length && isAnagram(given, word) ? 1 : edits
}

function isAnagram(one: string, other: string): boolean {
  return one.split('').toSorted().join('') === other.split('').toSorted().join('')
}
