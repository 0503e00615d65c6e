import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Returns the element that a reader of the page scrolls: the document or, when the document hardly scrolls, the largest
 * scrolling element that fills at least half of the viewport. One that hardly scrolls counts only where no other does. Without
 * such an element, it is one that is nearly as high as the viewport and fills a quarter of it, if no other is as high. Where the
 * page lets nobody scroll a long document, it is the document unless there is a long element that does not lie over the page.
 */
export function findScroller(): PageElement {
  const root = document.scrollingElement ?? document.documentElement
  const { innerWidth, innerHeight } = window
  const LONG = 1.1
  const HIGH = 0.75
  const overflowOf = (element: PageElement | null): string =>
    element ? window.getComputedStyle(element).overflowY! : ''
  // The viewport has the overflow of the root or, where that is visible, of the body.
  const ofRoot = overflowOf(document.documentElement)
  const isLocked = /hidden|clip/.test(ofRoot === 'visible' ? overflowOf(document.body) : ofRoot)
  const isDocumentLong = root.scrollHeight > innerHeight * LONG
  if (isDocumentLong && !isLocked) return root

  const liesOverPage = (element: PageElement): boolean => {
    // A drawing has no such property.
    for (let box: PageElement | null | undefined = element; box; box = box.offsetParent) {
      const { position, zIndex } = window.getComputedStyle(box)
      if (position === 'fixed' || (position === 'absolute' && Number(zIndex) >= 1)) return true
    }
    return false
  }
  const columns: { element: PageElement; size: number }[] = []
  let largest = { element: root, isLong: false, size: (innerWidth * innerHeight) / 2 }
  for (const element of displayedElements()) {
    if (element === root || element.scrollHeight <= element.clientHeight) continue
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    const size = width * height
    const isLong = element.scrollHeight > element.clientHeight * LONG
    if (width <= 0 || height <= 0 || (isDocumentLong && !isLong)) continue
    const isColumn = isLong && height >= innerHeight * HIGH
    const isLarger = isLong === largest.isLong ? size > largest.size : !largest.isLong
    const isLarge = size > (innerWidth * innerHeight) / 2 && isLarger
    if (!isLarge && !isColumn) continue
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const styles = window.getComputedStyle(element)
    if (!isSeen || !/auto|scroll/.test(styles.overflowY!)) continue
    if (isDocumentLong && liesOverPage(element)) continue
    if (isLarge) largest = { element, isLong, size }
    if (isColumn) columns.push({ element, size })
  }
  if (largest.element !== root || isDocumentLong || columns.length !== 1) return largest.element
  const [column] = columns
  return column!.size >= (innerWidth * innerHeight) / 4 ? column!.element : root
}
