// Serialised into the page: no imports, no closures.
import type { PageElement, PageRoot } from './dom.ts'

declare const document: PageRoot

/**
 * Every element of the document in its order, those in open shadow trees after their hosts. One after the other: what
 * JavaScript holds of each, all at once, would be more than the page itself.
 */
export function* allElements(root: PageRoot = document): Generator<PageElement, void> {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element.shadowRoot) yield* allElements(element.shadowRoot)
  }
}
