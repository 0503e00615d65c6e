import { optionNamed } from '../table/names.ts'
import type { Conflict } from './conflict.ts'

/** Options that always distinguish cached results: `cache_ignore` cannot name them. */
const KEPT_APART: ReadonlySet<string | undefined> = new Set(['url', 'html', 'format', 'unique'])

export const cacheConflicts: Conflict[] = [
  {
    name: 'cache_ignore with what tells results apart',
    options: ['cache_ignore'],
    find({ cache_ignore = '' }) {
      const wrong = namesIn(cache_ignore).find((name) => KEPT_APART.has(optionNamed(name)))
      return wrong === undefined
        ? undefined
        : `"cache_ignore" cannot name "${wrong}": it must name other options or unknown keys.`
    },
  },
]

/** Splits the value of `cache_ignore`. */
export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
