// The function here is serialised into the page, so it cannot import values or use closures.
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
