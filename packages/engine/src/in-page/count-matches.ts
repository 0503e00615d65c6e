// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { findMatches, Selector } from './find-matches.ts'

/** How many elements match, or of them are to be seen: neither without size, nor transparent or hidden. `invalid` is no selector. */
export function countMatches(
  { selector, onlyVisible }: { selector: Selector; onlyVisible: boolean },
  find: typeof findMatches,
  all: typeof allElements,
): number | 'invalid' {
  try {
    const matches = find(selector, all)
    if (!onlyVisible) return matches.length
    return Array.from(matches).filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      return isSeen && right > left && bottom > top
    }).length
  } catch {
    return 'invalid'
  }
}
