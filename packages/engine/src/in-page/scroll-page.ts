// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageDocument, PageElement } from './dom.ts'
import type { findScroller } from './find-scroller.ts'

/** Where to scroll to: offsets in CSS pixels, or the first match of a CSS selector or an XPath. */
export interface Place {
  top?: number
  left?: number
  selector?: string
  xpath?: string
}

declare const document: PageDocument

/** Scrolls at once, however the page would like it. `invalid` is no selector or XPath, `missing` one without a match. */
export function scrollPage(
  place: Place,
  find: typeof findScroller,
  all: typeof allElements,
): 'done' | 'missing' | 'invalid' {
  const FIRST_NODE = 9
  const { top, left, selector, xpath } = place
  let element: PageElement | null | undefined
  try {
    if (selector !== undefined) element = document.querySelector(selector)
    if (xpath !== undefined) {
      const node = document.evaluate(xpath, document, null, FIRST_NODE).singleNodeValue
      element = node && 'scrollIntoView' in node ? node : (node?.parentElement ?? null)
    }
  } catch {
    return 'invalid'
  }
  if (element === null) return 'missing'
  element?.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
  find(all).scrollTo({ top, left, behavior: 'instant' })
  return 'done'
}
