// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { ancestorsOf } from '../finding/ancestors-of.ts'
import type { PageDocument, PageElement } from '../dom.ts'
import type { findScroller } from '../scrolling/find-scroller.ts'
import type { setGeneratedStyles } from '../styling/set-generated-styles.ts'
import type { setStyles } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: {
  getComputedStyle(element: PageElement, pseudo?: string): Readonly<Record<string, string>>
}

/** Hides elements, and generated content of outer elements, that are fixed to the viewport. */
export function hideFixed(
  _: undefined,
  find: typeof findScroller,
  all: typeof allElements,
  around: typeof ancestorsOf,
  set: typeof setStyles,
  setGenerated: typeof setGeneratedStyles,
): void {
  /** To ask for the generated content of every element would take seconds. */
  const MAY_GENERATE = 'html, body, body > *, body > * > *'
  const MAX_ELEMENTS = 200
  /** Fixed elements move with an ancestor that has one of these properties. */
  const MOVES_FIXED = ['transform', 'translate', 'rotate', 'scale', 'filter', 'perspective', 'backdropFilter']

  const scroller = find(all)
  const fixed = all()
    .filter((element) => element.checkVisibility() && window.getComputedStyle(element).position === 'fixed')
    .toArray()

  // A fixed element inside a transformed ancestor moves with the page, so it is not hidden.
  const boxes = () => fixed.map((element) => element.getBoundingClientRect())
  const before = boxes()
  const { scrollLeft: left, scrollTop: top } = scroller
  const aside = (offset: number): number => (offset > 0 ? offset - 1 : offset + 1)
  scroller.scrollTo({ left: aside(left), top: aside(top), behavior: 'instant' })
  const after = boxes()
  scroller.scrollTo({ left, top, behavior: 'instant' })

  for (const [index, element] of fixed.entries())
    if (before[index]!.left === after[index]!.left && before[index]!.top === after[index]!.top)
      set(element, { display: 'none' })

  const movesFixed = (element: PageElement): boolean => {
    const styles = window.getComputedStyle(element)
    return element !== document.documentElement && MOVES_FIXED.some((name) => styles[name] !== 'none')
  }
  for (const element of Array.from(document.querySelectorAll(MAY_GENERATE)).slice(0, MAX_ELEMENTS))
    for (const box of ['::before', '::after'] as const) {
      const { content, display, position } = window.getComputedStyle(element, box)
      const isShown = content !== 'none' && display !== 'none'
      if (isShown && position === 'fixed' && !around(element).some(movesFixed))
        setGenerated(element, box, { display: 'none' })
    }
}
