// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from './all-elements.ts'
import type { PageElement, PageWindow } from '../dom.ts'

declare const window: PageWindow

/**
 * Returns whether a frame of another origin extends beyond the viewport. The browser does not draw that part of it until
 * the page is scrolled there.
 */
export function hasFarFrames(_: undefined, all: typeof allElements): boolean {
  return all().some((element: PageElement & { contentDocument?: object | null }) => {
    if (!/^i?frame$/.test(element.localName) || element.contentDocument !== null) return false
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const isVisible = right - left > 1 && bottom - top > 1
    return isVisible && (right > window.innerWidth || bottom > window.innerHeight || left < 0 || top < 0)
  })
}
