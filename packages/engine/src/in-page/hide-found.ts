// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { findMatches, Selector } from './find-matches.ts'

/** Hides the elements that match, and all within them, which else could be visible of its own. */
export function hideFound(selector: Selector, find: typeof findMatches, all: typeof allElements): void {
  for (const root of Array.from(find(selector, all)))
    for (const { style } of [root, ...root.querySelectorAll('*')]) {
      style?.setProperty('visibility', 'hidden', 'important')
      style?.setProperty('pointer-events', 'none', 'important')
    }
}
