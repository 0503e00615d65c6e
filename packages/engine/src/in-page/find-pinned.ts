// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageDocument, PageElement, PageWindow } from './dom.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Whether anything that is seen stays in place or sticks while the page scrolls. With `unstick`, what sticks to the edges
 * of the viewport is put back where it belongs in the page.
 */
export function findPinned({ unstick }: { unstick: boolean }, all: typeof allElements): boolean {
  const isRootVisible = window.getComputedStyle(document.documentElement).overflowY === 'visible'
  /** What the body hides is cut by the viewport when the root lets it. */
  const scrolls = (element: PageElement): boolean => {
    if (element === document.documentElement || (element === document.body && isRootVisible)) return false
    return /auto|scroll|hidden/.test(window.getComputedStyle(element).overflowY!)
  }
  const parentOf = (element: PageElement): PageElement | null | undefined =>
    element.assignedSlot ?? element.parentElement ?? element.getRootNode().host
  const sticksToViewport = (element: PageElement): boolean => {
    for (let parent = parentOf(element); parent; parent = parentOf(parent)) if (scrolls(parent)) return false
    return true
  }

  let isPinned = false
  for (const element of all()) {
    const { position } = window.getComputedStyle(element)
    if (position !== 'fixed' && !(position === 'sticky' && sticksToViewport(element))) continue
    isPinned ||= element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (position === 'fixed' || !unstick) continue
    element.style?.setProperty('position', 'relative', 'important')
    element.style?.setProperty('inset', 'auto', 'important')
  }
  return isPinned
}
