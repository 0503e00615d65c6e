// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Returns the element that a reader of the page scrolls: the document or, when the document hardly scrolls, the largest
 * scrolling element that fills at least half of the viewport. One that hardly scrolls counts only where no other does.
 */
export function findScroller(all: typeof allElements): PageElement {
  const root = document.scrollingElement ?? document.documentElement
  const { innerWidth, innerHeight } = window
  const LONG = 1.1
  if (root.scrollHeight > innerHeight * LONG) return root

  let largest = { element: root, isLong: false, size: (innerWidth * innerHeight) / 2 }
  for (const element of all()) {
    if (element === root || element.scrollHeight <= element.clientHeight) continue
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    const size = width * height
    const isLong = element.scrollHeight > element.clientHeight * LONG
    if (width <= 0 || height <= 0 || size <= (innerWidth * innerHeight) / 2) continue
    if (isLong === largest.isLong ? size <= largest.size : largest.isLong) continue
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (isSeen && /auto|scroll/.test(window.getComputedStyle(element).overflowY!))
      largest = { element, isLong, size }
  }
  return largest.element
}
