import { displayedElements } from '../finding/displayed-elements.ts'
import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Returns whether any visible element stays in place or sticks while the page scrolls. With `unstick`, elements that
 * stick to the edges of the viewport return to their places in the page.
 */
export function findPinned({ unstick }: { unstick: boolean }): boolean {
  const isRootVisible = window.getComputedStyle(document.documentElement).overflowY === 'visible'
  /** The overflow of the body applies to the viewport when the root's overflow is visible. */
  const scrolls = (element: PageElement): boolean => {
    if (element === document.documentElement || (element === document.body && isRootVisible)) return false
    return /auto|scroll|hidden/.test(window.getComputedStyle(element).overflowY!)
  }
  const sticksToViewport = (element: PageElement): boolean => !ancestorsOf(element).drop(1).some(scrolls)

  let isPinned = false
  for (const element of displayedElements()) {
    const { position } = window.getComputedStyle(element)
    if (position !== 'fixed' && !(position === 'sticky' && sticksToViewport(element))) continue
    isPinned ||= element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (position === 'fixed' || !unstick) continue
    setStyles(element, { position: 'relative', inset: 'auto' })
  }
  return isPinned
}
