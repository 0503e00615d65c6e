// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageDocument, PageElement, PageRoot, PageWindow } from '../dom.ts'

/** An element and its computed height. */
interface ViewportHeight {
  element: PageElement
  height: string
}

/** Declares global variables of our world, in which one call stores elements for a later one. */
export interface NotedHeights {
  renderViewportHeights?: ViewportHeight[]
}

declare const document: PageDocument
declare const window: PageWindow

/** Stores the elements as high as the viewport, also in open shadow trees, for `pinViewportHeights`. */
export function noteViewportHeights(): void {
  const look = (root: PageRoot): ViewportHeight[] =>
    [...root.querySelectorAll('*')].flatMap((element) => {
      const isHigh = Math.abs(element.getBoundingClientRect().height - window.innerHeight) <= 1
      const own = isHigh ? [{ element, height: window.getComputedStyle(element).height! }] : []
      return element.shadowRoot ? [...own, ...look(element.shadowRoot)] : own
    })
  ;(globalThis as NotedHeights).renderViewportHeights = look(document)
}
