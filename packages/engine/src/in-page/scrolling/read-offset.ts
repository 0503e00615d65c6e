// The function here is serialised into the page, so it cannot import values or use closures.
import type { displayedElements } from '../finding/displayed-elements.ts'
import type { findScroller } from './find-scroller.ts'

/** Returns how far the page is scrolled, in CSS pixels. */
export function readOffset(
  _: undefined,
  find: typeof findScroller,
  displayed: typeof displayedElements,
): { top: number; left: number } {
  const { scrollTop, scrollLeft } = find(displayed)
  return { top: scrollTop, left: scrollLeft }
}
