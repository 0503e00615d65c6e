import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const window: PageWindow

/**
 * Removes what begins a new sheet at an element, also in open shadow trees and where the page's rule is important. Breaks
 * between columns stay.
 */
export function removeBreaks(): void {
  const FORCED = /^(?:page|left|right|recto|verso|always|all)$/
  /** Only a hostile page shows more. The browser keeps the styles of those that are read. */
  const MAX_ELEMENTS = 50_000
  for (const element of displayedElements().take(MAX_ELEMENTS)) {
    const { breakBefore, breakAfter, page } = window.getComputedStyle(element)
    if (FORCED.test(breakBefore!)) setStyles(element, { 'break-before': 'auto' })
    if (FORCED.test(breakAfter!)) setStyles(element, { 'break-after': 'auto' })
    if (page !== 'auto') setStyles(element, { page: 'auto' })
  }
}
