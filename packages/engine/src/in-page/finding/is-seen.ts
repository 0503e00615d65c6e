import type { PageElement } from '../dom.ts'

/** Returns whether an element has a size and is neither transparent nor hidden. */
export function isSeen(element: PageElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  return isVisible && right > left && bottom > top
}
