// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageElement } from '../dom.ts'

/** Yields an element and its ancestors as they are laid out, out of shadow trees too, from the inside to the outside. */
export function* ancestorsOf(element: PageElement): Generator<PageElement, void> {
  for (let each: PageElement | null | undefined = element; each;) {
    yield each
    each = each.assignedSlot ?? each.parentElement ?? each.getRootNode().host
  }
}
