import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const window: PageWindow

/**
 * Keeps elements that are fixed to the viewport at their place on the first sheet, wherever the page is scrolled to; the browser
 * prints them on each.
 */
export function showFixedOnce(): void {
  const fixed = displayedElements()
    .filter((element) => window.getComputedStyle(element).position === 'fixed')
    .map((element) => ({ element, top: element.getBoundingClientRect().top }))
    .toArray()
  for (const { element, top } of fixed) {
    const { height } = window.getComputedStyle(element)
    setStyles(element, { position: 'absolute', top: '0', bottom: 'auto', 'min-height': height! })
    // Another element may be what it is placed by.
    const { top: topOfPlace } = element.getBoundingClientRect()
    setStyles(element, { top: `${top - window.scrollY - topOfPlace}px` })
  }
}
