import { distance } from 'fastest-levenshtein'
import { optionNames, type OptionName } from './table.ts'

const bySpelling = new Map<string, OptionName>(
  optionNames.flatMap((name) => [
    [name, name],
    [toCamelCase(name), name],
  ]),
)

/** Longer keys are no slip of a finger, and comparing them with every name would take long. */
const LONGEST_MISSPELLING = 64

/** The wire name of an option in either of its spellings (`full_page`, `fullPage`); undefined when unknown. */
export function optionNamed(spelling: string): OptionName | undefined {
  return bySpelling.get(spelling)
}

/** The known name closest to a misspelled one, when it is close enough to be meant. */
export function nearestName(unknown: string): OptionName | undefined {
  if (unknown.length > LONGEST_MISSPELLING) return undefined
  const scored = [...bySpelling].map(([spelling, name]) => ({
    name,
    edits: distance(unknown.toLowerCase(), spelling.toLowerCase()),
  }))
  const best = scored.reduce((a, b) => (b.edits < a.edits ? b : a))
  return best.edits <= Math.ceil(unknown.length / 4) ? best.name : undefined
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
