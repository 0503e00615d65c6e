// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from './all-elements.ts'
import type { findMatches, Selector } from './find-matches.ts'
import type { isSeen } from './is-seen.ts'

/**
 * Counts the elements that match or, with `onlyVisible`, those that have a size and are neither transparent nor hidden.
 * Returns `invalid` when the browser refuses the selector.
 */
export function countMatches(
  { selector, onlyVisible }: { selector: Selector; onlyVisible: boolean },
  find: typeof findMatches,
  all: typeof allElements,
  seen: typeof isSeen,
): number | 'invalid' {
  const matches = find(selector, all)
  if (!matches) return 'invalid'
  if (!onlyVisible) return matches.length
  return Array.from(matches).filter((element) => seen(element)).length
}
