// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageElement, PageWindow } from './dom.ts'

declare const window: PageWindow

/**
 * Whether a frame of another origin reaches beyond the viewport: there the browser does not draw it, until the page is
 * scrolled to it.
 */
export function hasFarFrames(_: undefined, all: typeof allElements): boolean {
  return all().some((element: PageElement & { contentDocument?: object | null }) => {
    if (!/^i?frame$/.test(element.localName) || element.contentDocument !== null) return false
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const isShown = right - left > 1 && bottom - top > 1
    return isShown && (right > window.innerWidth || bottom > window.innerHeight || left < 0 || top < 0)
  })
}
