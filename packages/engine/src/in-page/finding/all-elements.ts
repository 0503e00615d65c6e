import type { PageElement, PageRoot } from '../dom.ts'

declare const document: PageRoot

/**
 * Yields every element of the document in document order; elements in open shadow trees follow their hosts. It is a
 * generator because the JavaScript wrappers of all elements at once would take more memory than the page itself.
 */
export function* allElements(root: PageRoot = document): Generator<PageElement, void> {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element.shadowRoot) yield* allElements(element.shadowRoot)
  }
}
