// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'

/** Has images and frames load that the browser would only load near the viewport. How many. */
export function loadEagerly(_: undefined, all: typeof allElements): number {
  const lazy = all().filter(({ loading }) => loading === 'lazy')
  for (const element of lazy) element.loading = 'eager'
  return lazy.length
}
