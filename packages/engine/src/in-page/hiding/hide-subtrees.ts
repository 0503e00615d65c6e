// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches, Selector } from '../finding/find-matches.ts'
import type { setStyles } from '../styling/set-styles.ts'

/**
 * Hides the elements that match and all elements inside them, which could otherwise make themselves visible again. Returns the
 * number of matches.
 */
export function hideSubtrees(
  selector: Selector,
  find: typeof findMatches,
  all: typeof allElements,
  set: typeof setStyles,
): number {
  const roots = Array.from(find(selector, all) ?? [])
  for (const root of roots)
    for (const element of [root, ...root.querySelectorAll('*')])
      set(element, { visibility: 'hidden', 'pointer-events': 'none' })
  return roots.length
}
