import { allElements } from './all-elements.ts'
import type { PageDocument, PageElement } from '../dom.ts'

/**
 * A CSS selector or an XPath. With `pierce` the selector also finds elements in open shadow trees, and with false it does not;
 * by default it does so only where nothing matches in the document.
 */
export type Selector = { css: string; pierce?: boolean } | { xpath: string }

declare const document: PageDocument
declare const Document: { prototype: Pick<PageDocument, 'evaluate' | 'querySelectorAll'> }
declare const DOMException: new () => Error

/**
 * Returns the elements that match, in document order; undefined when the browser refuses the selector. The result is not
 * always an array: copying a million elements would exceed the page's memory limit.
 */
export function findMatches(selector: Selector): ArrayLike<PageElement> | undefined {
  const ORDERED_NODES = 7
  // An element named `evaluate` hides the method of the document.
  const { querySelectorAll, evaluate } = Document.prototype
  try {
    return 'css' in selector ? findByCss(selector.css, selector.pierce) : findByXPath(selector.xpath)
  } catch (error) {
    // The browser throws a TypeError for an XPath whose value is not a list of nodes.
    if (error instanceof DOMException || error instanceof TypeError) return undefined
    throw error
  }

  function findByCss(css: string, pierce?: boolean): ArrayLike<PageElement> {
    const inDocument = querySelectorAll.call(document, css)
    if (!(pierce ?? inDocument.length === 0)) return inDocument
    const inShadowTrees = allElements().flatMap(({ shadowRoot }) => shadowRoot?.querySelectorAll(css) ?? [])
    return [...inDocument, ...inShadowTrees]
  }

  function findByXPath(xpath: string): PageElement[] {
    const found = evaluate.call(document, xpath, document, null, ORDERED_NODES)
    const elements = Array.from({ length: found.snapshotLength }, (_, index) => {
      const node = found.snapshotItem(index)!
      // A text and an attribute stand for their element.
      if ('localName' in node && 'getClientRects' in node) return node
      return node.parentElement ?? node.ownerElement
    })
    return [...new Set(elements)].filter((element) => element !== null && element !== undefined)
  }
}
