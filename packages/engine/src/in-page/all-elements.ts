// Serialised into the page: no imports, no closures.
import type { PageElement, PageRoot } from './dom.ts'

declare const document: PageRoot

/** Every element of the document in its order, those in open shadow trees after their hosts. */
export function allElements(root: PageRoot = document): PageElement[] {
  return [...root.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot ? [element, ...allElements(element.shadowRoot)] : [element],
  )
}
