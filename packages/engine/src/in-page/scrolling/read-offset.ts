import { findScroller } from './find-scroller.ts'

/** Returns how far the page is scrolled, in CSS pixels. */
export function readOffset(): { top: number; left: number } {
  const { scrollTop, scrollLeft } = findScroller()
  return { top: scrollTop, left: scrollLeft }
}
