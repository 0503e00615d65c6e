// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches } from '../finding/find-matches.ts'
import type { PageElement, PageWindow } from '../dom.ts'

declare const document: { elementsFromPoint(x: number, y: number): PageElement[] }
declare const window: PageWindow

/**
 * Makes elements that are pinned to the viewport and lie over the first match of a CSS selector invisible, without any
 * change of the layout.
 */
export function uncoverElement(css: string, find: typeof findMatches, all: typeof allElements): void {
  const match = find({ css }, all)?.[0]
  if (!match) return
  const box = match.getBoundingClientRect()

  const isInside = (element: PageElement, ancestor: PageElement): boolean => {
    for (let each: PageElement | null | undefined = element; each;) {
      if (each === ancestor) return true
      each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host
    }
    return false
  }
  const covers = (element: PageElement): boolean => {
    const over = element.getBoundingClientRect()
    const left = Math.max(box.left, over.left, 0)
    const top = Math.max(box.top, over.top, 0)
    const right = Math.min(box.right, over.right, window.innerWidth)
    const bottom = Math.min(box.bottom, over.bottom, window.innerHeight)
    if (right - left < 1 || bottom - top < 1) return false
    const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    const depthOf = (root: PageElement): number => stack.findIndex((each) => isInside(each, root))
    // Elements that ignore the pointer are not in the stack.
    if (depthOf(element) === -1) return !window.getComputedStyle(element).zIndex!.startsWith('-')
    return depthOf(match) === -1 || depthOf(element) < depthOf(match)
  }

  for (const element of all()) {
    if (!/fixed|sticky/.test(window.getComputedStyle(element).position!)) continue
    if (isInside(element, match) || isInside(match, element) || !covers(element)) continue
    element.style?.setProperty('transition', 'none', 'important')
    element.style?.setProperty('opacity', '0', 'important')
  }
}
