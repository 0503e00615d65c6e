import { displayedElements } from '../finding/displayed-elements.ts'
import { findMatches } from '../finding/find-matches.ts'
import { createHitTest } from '../finding/hit-test.ts'
import type { PageElement, PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'
import { styleOf } from '../styling/style-of.ts'

declare const window: PageWindow

/**
 * Makes elements that are pinned to the viewport and lie over the first match of a CSS selector invisible, without any
 * change of the layout.
 */
export function uncoverMatch(css: string): void {
  /** The styles of more elements would take more memory than the page itself. */
  const MAX_ELEMENTS = 50_000
  /** Hiding an element may uncover another one that was tested before, so all are tested up to this many times. */
  const ROUNDS = 4

  const match = findMatches({ css })?.[0]
  if (!match) return
  const box = match.getBoundingClientRect()

  const { isInside, topmostAt } = createHitTest()
  const covers = (element: PageElement): boolean => {
    const over = element.getBoundingClientRect()
    const left = Math.max(box.left, over.left, 0)
    const top = Math.max(box.top, over.top, 0)
    const right = Math.min(box.right, over.right, window.innerWidth)
    const bottom = Math.min(box.bottom, over.bottom, window.innerHeight)
    if (right - left < 1 || bottom - top < 1) return false
    const found = topmostAt((left + right) / 2, (top + bottom) / 2)
    return found !== null && isInside(found, element)
  }

  const isPinned = (element: PageElement): boolean =>
    /fixed|sticky/.test(window.getComputedStyle(element).position!) &&
    styleOf(element) !== undefined &&
    !isInside(element, match) &&
    !isInside(match, element)
  const isOver = (element: PageElement): boolean => {
    const style = styleOf(element)!
    const before = style.cssText
    // Hit tests do not find elements that ignore the pointer.
    setStyles(element, { 'pointer-events': 'auto' })
    const isFound = covers(element)
    style.cssText = before
    return isFound
  }

  const pinned = new Set(displayedElements().take(MAX_ELEMENTS).filter(isPinned))
  for (let round = 0, last = Infinity; round < ROUNDS && pinned.size < last; round += 1) {
    last = pinned.size
    for (const element of pinned) {
      if (!isOver(element)) continue
      setStyles(element, { transition: 'none', opacity: '0', 'pointer-events': 'none' })
      pinned.delete(element)
    }
  }
}
