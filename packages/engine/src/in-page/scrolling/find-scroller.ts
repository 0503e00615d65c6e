// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Returns the element that a reader of the page scrolls: the document or, when the document hardly scrolls, the largest
 * scrolling element that fills at least half of the viewport.
 */
export function findScroller(all: typeof allElements): PageElement {
  const root = document.scrollingElement ?? document.documentElement
  const { innerWidth, innerHeight } = window
  if (root.scrollHeight > innerHeight * 1.1) return root

  let largest = { element: root, size: (innerWidth * innerHeight) / 2 }
  for (const element of all()) {
    if (element === root || element.scrollHeight <= element.clientHeight) continue
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    if (width <= 0 || height <= 0 || width * height <= largest.size) continue
    if (/auto|scroll/.test(window.getComputedStyle(element).overflowY!))
      largest = { element, size: width * height }
  }
  return largest.element
}
