import { displayedElements } from '../finding/displayed-elements.ts'
import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { PageDocument, PageElement } from '../dom.ts'
import { findScroller } from '../scrolling/find-scroller.ts'
import { setLayeredStyles } from '../styling/set-layered-styles.ts'
import { findMove } from '../measuring/find-move.ts'
import type { RecordedPlaces } from '../measuring/record-places.ts'
import { placeAt, setStyles } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: {
  readonly scrollY: number
  getComputedStyle(element: PageElement, pseudo?: string): Readonly<Record<string, string>>
}

/** A section of the document, and which one it is. */
interface EnteredSection {
  index: number
  section: { y: number; height: number }
}

/**
 * Hides elements, and generated content of outer elements, that are fixed to the viewport. An element that a script has fixed
 * since `recordPlaces`, and that was in this section, is placed there: no other section shows it.
 */
export function hideFixed({ index, section }: EnteredSection): void {
  /** To ask for the generated content of every element would take seconds. */
  const MAY_GENERATE = 'html, body, body > *, body > * > *'
  const MAX_ELEMENTS = 200
  /** Fixed elements move with an ancestor that has one of these properties. */
  const MOVES_FIXED = ['transform', 'translate', 'rotate', 'scale', 'filter', 'perspective', 'backdropFilter']

  const scroller = findScroller()
  const fixed = displayedElements()
    .filter((element) => window.getComputedStyle(element).position === 'fixed')
    .toArray()

  // A fixed element inside a transformed ancestor moves with the page, so it is not hidden.
  const boxes = () => fixed.map((element) => element.getBoundingClientRect())
  const before = boxes()
  const { scrollLeft: left, scrollTop: top } = scroller
  const aside = (offset: number): number => (offset > 0 ? offset - 1 : offset + 1)
  scroller.scrollTo({ left: aside(left), top: aside(top), behavior: 'instant' })
  const after = boxes()
  scroller.scrollTo({ left, top, behavior: 'instant' })

  const still = fixed
    .map((element, at) => ({ element, box: before[at]!, aside: after[at]! }))
    .filter(({ box, aside }) => box.left === aside.left && box.top === aside.top)
  const topOf = (element: PageElement): number =>
    (globalThis as RecordedPlaces).renderTops?.get(element) ?? -Infinity
  const isOfSection = (top: number): boolean => top >= section.y && top < section.y + section.height
  for (const { element } of still) if (!isOfSection(topOf(element))) setStyles(element, { display: 'none' })
  const move = findMove(index)
  for (const { element, box } of still) {
    const top = topOf(element)
    if (!isOfSection(top)) continue
    const { width, height } = window.getComputedStyle(element)
    const styles = { width: width!, height: height!, transition: 'none' }
    placeAt(element, { left: box.left, top: top + move - window.scrollY }, styles)
    // The script goes on writing inline styles.
    const placed = window.getComputedStyle(element)
    const inset = `${placed['top']} auto auto ${placed['left']}`
    setLayeredStyles(element, '', { ...styles, position: 'absolute', inset })
  }

  const movesFixed = (element: PageElement): boolean => {
    const styles = window.getComputedStyle(element)
    return element !== document.documentElement && MOVES_FIXED.some((name) => styles[name] !== 'none')
  }
  for (const element of Array.from(document.querySelectorAll(MAY_GENERATE)).slice(0, MAX_ELEMENTS))
    for (const box of ['::before', '::after'] as const) {
      const { content, display, position } = window.getComputedStyle(element, box)
      const isShown = content !== 'none' && display !== 'none'
      if (isShown && position === 'fixed' && !ancestorsOf(element).some(movesFixed))
        setLayeredStyles(element, box, { display: 'none' })
    }
}
