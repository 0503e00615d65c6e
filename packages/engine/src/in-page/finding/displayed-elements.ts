import type { PageElement, PageRoot } from '../dom.ts'

declare const document: PageRoot
declare const Document: {
  prototype: {
    createTreeWalker(
      root: PageRoot,
      show: number,
      filter: (element: PageElement) => number,
    ): { nextNode(): PageElement | null }
  }
}
declare function getComputedStyle(element: PageElement): { readonly display: string }

/**
 * Yields the elements that have boxes, in document order; elements in open shadow trees follow their hosts. It does not enter
 * what is not displayed: asking many elements for boxes that they do not have takes more memory than the page itself.
 */
export function* displayedElements(root: PageRoot = document): Generator<PageElement, void> {
  const ELEMENTS = 1
  const [ACCEPT, REJECT] = [1, 2]
  let hasBox = false
  const filter = (element: PageElement): number => {
    hasBox = element.checkVisibility()
    return hasBox || isReplacedByContent(element) ? ACCEPT : REJECT
  }
  // An element named `createTreeWalker` hides the method of the document.
  const walker = Document.prototype.createTreeWalker.call(document, root, ELEMENTS, filter)
  for (let element = walker.nextNode(); element; element = walker.nextNode()) {
    if (hasBox) yield element
    if (element.shadowRoot) yield* displayedElements(element.shadowRoot)
  }

  function isReplacedByContent(element: PageElement): boolean {
    const hasContent = element.shadowRoot !== null || element.querySelector('*') !== null
    return hasContent && getComputedStyle(element).display === 'contents'
  }
}
