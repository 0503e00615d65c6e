// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageDocument, PageElement, PageWindow } from './dom.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * What a reader of the page scrolls: the document, or where that hardly moves the largest element that scrolls and fills
 * half of the viewport at least.
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
