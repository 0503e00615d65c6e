// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findScroller } from './find-scroller.ts'

/** Returns how far the page is scrolled, in CSS pixels. */
export function readOffset(
  _: undefined,
  find: typeof findScroller,
  all: typeof allElements,
): { top: number; left: number } {
  const { scrollTop, scrollLeft } = find(all)
  return { top: scrollTop, left: scrollLeft }
}
