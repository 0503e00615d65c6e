import type { Box, HitTested, PageElement } from '../dom.ts'
import { ancestorsOf } from './ancestors-of.ts'

interface HitTest {
  /** Returns the innermost element on top at a point of the viewport; null where there is none. */
  readonly topmostAt: (x: number, y: number) => PageElement | null
  /** Yields the elements at a point of the viewport from the top to the bottom. */
  readonly layersAt: (x: number, y: number) => Generator<PageElement, void>
  /** Returns whether an element is another one or inside it. */
  readonly isInside: (element: PageElement, ancestor: PageElement) => boolean
  /** Returns whether an element is on top at one or more of nine points of a box. */
  readonly isOnTopIn: (element: PageElement, box: Box) => boolean
}

declare const document: HitTested

/** Finds what is at points of the viewport, also in open shadow trees. */
export function createHitTest(): HitTest {
  const SHARES = [0.1, 0.5, 0.9]
  return { topmostAt, layersAt, isInside, isOnTopIn }

  function topmostAt(x: number, y: number): PageElement | null {
    let top = document.elementFromPoint(x, y)
    for (let root = top?.shadowRoot; root; root = top?.shadowRoot) {
      const inner = root.elementFromPoint(x, y)
      if (!inner || inner === top) break
      top = inner
    }
    return top
  }

  function* layersAt(x: number, y: number, root: HitTested = document): Generator<PageElement, void> {
    for (const element of root.elementsFromPoint(x, y)) {
      // A shadow tree lists what is outside of it too.
      if (element.getRootNode() !== root) continue
      if (element.shadowRoot) yield* layersAt(x, y, element.shadowRoot)
      yield element
    }
  }

  function isInside(element: PageElement, ancestor: PageElement): boolean {
    return ancestorsOf(element).some((each) => each === ancestor)
  }

  function isOnTopIn(element: PageElement, { left, top, right, bottom }: Box): boolean {
    return SHARES.some((across) =>
      SHARES.some((down) => {
        const found = topmostAt(left + across * (right - left), top + down * (bottom - top))
        return found !== null && isInside(found, element)
      }),
    )
  }
}
