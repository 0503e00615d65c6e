import { findMatches, type Selector } from '../finding/find-matches.ts'
import { findScroller } from './find-scroller.ts'

/** Names a place to scroll to: offsets in CSS pixels, or the first match of a CSS selector or an XPath. */
export interface ScrollTarget {
  top?: number
  left?: number
  /** The offset from the left edge. Where a page begins at its right edge, it is not `left`, which is 0 there and less to the left. */
  fromLeft?: number
  selector?: Selector
}

/**
 * Scrolls without animation, even when the page sets smooth scrolling. Returns whether the page moved, `invalid` when the
 * browser refuses the selector, and `missing` when nothing matches it.
 */
export function scrollPage({
  top,
  left,
  fromLeft,
  selector,
}: ScrollTarget): 'moved' | 'there' | 'missing' | 'invalid' {
  const scroller = findScroller()
  const { scrollTop, scrollLeft } = scroller
  if (selector) {
    const matches = findMatches(selector)
    if (!matches) return 'invalid'
    if (!matches[0]) return 'missing'
    matches[0].scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
  }
  if (fromLeft !== undefined) {
    scroller.scrollTo({ left: -scroller.scrollWidth, behavior: 'instant' })
    scroller.scrollTo({ left: scroller.scrollLeft + fromLeft, behavior: 'instant' })
  }
  scroller.scrollTo({ top, left, behavior: 'instant' })
  return scroller.scrollTop === scrollTop && scroller.scrollLeft === scrollLeft ? 'there' : 'moved'
}
