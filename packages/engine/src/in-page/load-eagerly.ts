// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'

/** Has images and frames load that the browser would only load near the viewport. How many. */
export function loadEagerly(_: undefined, all: typeof allElements): number {
  let found = 0
  for (const element of all()) {
    if (element.loading !== 'lazy') continue
    element.loading = 'eager'
    found += 1
  }
  return found
}
