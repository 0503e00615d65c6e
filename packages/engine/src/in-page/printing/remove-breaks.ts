// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'

declare const window: PageWindow

/**
 * Removes what begins a new sheet at an element, also in open shadow trees and where the page's rule is important. Breaks
 * between columns stay.
 */
export function removeBreaks(_: undefined, all: typeof allElements): void {
  const FORCED = /^(?:page|left|right|recto|verso|always|all)$/
  for (const element of all()) {
    const { breakBefore, breakAfter, page } = window.getComputedStyle(element)
    if (FORCED.test(breakBefore!)) element.style?.setProperty('break-before', 'auto', 'important')
    if (FORCED.test(breakAfter!)) element.style?.setProperty('break-after', 'auto', 'important')
    if (page !== 'auto') element.style?.setProperty('page', 'auto', 'important')
  }
}
