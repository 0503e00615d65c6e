import type { PageElement, PageWindow } from '../dom.ts'
import { displayedElements } from '../finding/displayed-elements.ts'

/** An element and its computed height. */
interface ViewportHeight {
  element: PageElement
  height: string
}

/** Declares global variables of our world, in which one call stores elements for a later one. */
export interface RecordedHeights {
  renderViewportHeights?: ViewportHeight[]
}

declare const window: PageWindow

/** Stores the elements as high as the viewport, also in open shadow trees, for `pinHeights`. */
export function recordHeights(): void {
  const isHigh = (element: PageElement): boolean =>
    Math.abs(element.getBoundingClientRect().height - window.innerHeight) <= 1
  ;(globalThis as RecordedHeights).renderViewportHeights = displayedElements()
    .filter(isHigh)
    .map((element) => ({ element, height: window.getComputedStyle(element).height! }))
    .toArray()
}
