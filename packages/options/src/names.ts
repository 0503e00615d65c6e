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

/** The wire name of an option in any of its spellings (`full_page`, `fullPage`); undefined when unknown. */
export function optionNamed(spelling: string): OptionName | undefined {
  return bySpelling.get(spelling)
}

/** The known name closest to a misspelled one, when it is close enough to be meant. */
export function nearestName(unknown: string): OptionName | undefined {
  const spelling = nearestWord(unknown, bySpelling.keys())
  return spelling === undefined ? undefined : bySpelling.get(spelling)
}

/** The word closest to a misspelled one, when it is close enough to be meant. */
export function nearestWord(unknown: string, words: Iterable<string>): string | undefined {
  if (unknown.length > LONGEST_MISSPELLING) return undefined
  const given = unknown.toLowerCase()
  let best: string | undefined
  let fewest = (unknown.length < 2 ? 0 : Math.ceil(unknown.length / 4)) + 1
  for (const word of words) {
    if (Math.abs(word.length - given.length) >= fewest) continue
    const edits = slips(given, word.toLowerCase())
    if (edits < fewest) [best, fewest] = [word, edits]
  }
  return best
}

/** Two letters in the wrong order are one slip of the fingers. */
function slips(given: string, word: string): number {
  const edits = distance(given, word)
  return edits === 2 && given.length === word.length && isAnagram(given, word) ? 1 : edits
}

function isAnagram(one: string, other: string): boolean {
  return one.split('').toSorted().join('') === other.split('').toSorted().join('')
}
