import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageElement, PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const window: PageWindow

/**
 * Keeps elements that are fixed to the viewport at their place on the first sheet, wherever the page is scrolled to; the browser
 * prints them on each.
 */
export function showFixedOnce(): void {
  const fixed = displayedElements()
    .filter((element) => window.getComputedStyle(element).position === 'fixed')
    .map((element) => ({ element, top: topOnFirstSheet(element) }))
    .toArray()
  for (const { element, top } of fixed) {
    const { height } = window.getComputedStyle(element)
    setStyles(element, { position: 'absolute', top: '0', bottom: 'auto', 'min-height': height! })
    // Another element may be what it is placed by.
    setStyles(element, { top: `${top - element.getBoundingClientRect().top}px` })
  }

  /** Returns where the top of an element has to be in the viewport. A transformed element scrolls the fixed ones in it with the page. */
  function topOnFirstSheet(element: PageElement): number {
    let outermost = element
    for (let box = element.offsetParent; box; box = box.offsetParent)
      if (window.getComputedStyle(box).position === 'fixed') outermost = box
    const { top } = element.getBoundingClientRect()
    return outermost.offsetParent ? top : top - window.scrollY
  }
}
