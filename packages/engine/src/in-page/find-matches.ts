// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageDocument, PageElement } from './dom.ts'

/** What elements are named by. */
export type Selector = { css: string; pierce?: boolean } | { xpath: string }

declare const document: PageDocument

/**
 * The elements that match, in the document's order; with `pierce` also those in open shadow trees. Not always a list of
 * JavaScript's: of a million elements that would take what the page may have. Throws on a selector that is none.
 */
export function findMatches(selector: Selector, all: typeof allElements): ArrayLike<PageElement> {
  const ORDERED_NODES = 7
  if ('css' in selector) {
    const inDocument = document.querySelectorAll(selector.css)
    if (!selector.pierce) return inDocument
    return [
      ...inDocument,
      ...all().flatMap(({ shadowRoot }) =>
        shadowRoot ? [...shadowRoot.querySelectorAll(selector.css)] : [],
      ),
    ]
  }
  const found = document.evaluate(selector.xpath, document, null, ORDERED_NODES)
  return Array.from({ length: found.snapshotLength }, (_, index) => found.snapshotItem(index)!)
    .map((node) => ('localName' in node && 'getClientRects' in node ? node : node.parentElement))
    .filter((element) => element !== null)
}
