// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { styleOf } from '../styling/style-of.ts'

declare const window: PageWindow

/**
 * Removes what begins a new sheet at an element, also in open shadow trees and where the page's rule is important. Breaks
 * between columns stay.
 */
export function removeBreaks(_: undefined, all: typeof allElements, styleIn: typeof styleOf): void {
  const FORCED = /^(?:page|left|right|recto|verso|always|all)$/
  /** Only a hostile page shows more. The browser keeps the styles of those that are read. */
  const MAX_ELEMENTS = 50_000
  const shown = all().filter((element) => element.checkVisibility())
  for (const element of shown.take(MAX_ELEMENTS)) {
    const { breakBefore, breakAfter, page } = window.getComputedStyle(element)
    if (FORCED.test(breakBefore!)) styleIn(element)?.setProperty('break-before', 'auto', 'important')
    if (FORCED.test(breakAfter!)) styleIn(element)?.setProperty('break-after', 'auto', 'important')
    if (page !== 'auto') styleIn(element)?.setProperty('page', 'auto', 'important')
  }
}
