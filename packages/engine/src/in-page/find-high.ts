// Serialised into the page: no imports, no closures.
import type { PageDocument, PageElement, PageRoot, PageWindow } from './dom.ts'

/** An element, and what it has of a height as CSS has it. */
export interface High {
  element: PageElement
  height: string
}

declare const document: PageDocument
declare const window: PageWindow

/** The elements that are as high as the viewport, also in open shadow trees. */
export function findHigh(): High[] {
  const look = (root: PageRoot): High[] =>
    [...root.querySelectorAll('*')].flatMap((element) => {
      const isHigh = Math.abs(element.getBoundingClientRect().height - window.innerHeight) <= 1
      const own = isHigh ? [{ element, height: window.getComputedStyle(element).height! }] : []
      return element.shadowRoot ? [...own, ...look(element.shadowRoot)] : own
    })
  return look(document)
}
