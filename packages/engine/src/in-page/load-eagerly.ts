// Serialised into the page: no imports, no closures.
import type { PageRoot } from './dom.ts'

declare const document: PageRoot

/** Has images and frames load that the browser would only load near the viewport, also in open shadow trees. How many. */
export function loadEagerly(): number {
  let count = 0
  const look = (root: PageRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.loading === 'lazy') {
        element.loading = 'eager'
        count += 1
      }
      if (element.shadowRoot) look(element.shadowRoot)
    }
  }
  look(document)
  return count
}
