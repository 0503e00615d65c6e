// The functions here are serialised into the page, so they cannot import values or use closures.
import type { HitTested, PageElement } from '../dom.ts'

declare const document: HitTested

/** Returns the innermost element on top at a point of the viewport, also in open shadow trees; null where there is none. */
export function topmostAt(x: number, y: number): PageElement | null {
  let top = document.elementFromPoint(x, y)
  for (let root = top?.shadowRoot; root; root = top?.shadowRoot) {
    const inner = root.elementFromPoint(x, y)
    if (!inner || inner === top) break
    top = inner
  }
  return top
}

/** Yields the elements at a point of the viewport from the top to the bottom, also those in open shadow trees. */
export function* layersAt(x: number, y: number, root: HitTested = document): Generator<PageElement, void> {
  for (const element of root.elementsFromPoint(x, y)) {
    // A shadow tree lists what is outside of it too.
    if (element.getRootNode() !== root) continue
    if (element.shadowRoot) yield* layersAt(x, y, element.shadowRoot)
    yield element
  }
}
