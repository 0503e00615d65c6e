// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { findScroller } from '../scrolling/find-scroller.ts'

declare const window: PageWindow

/** Hides elements that are fixed to the viewport. */
export function hideFixed(_: undefined, find: typeof findScroller, all: typeof allElements): void {
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
      element.style?.setProperty('display', 'none', 'important')
}
