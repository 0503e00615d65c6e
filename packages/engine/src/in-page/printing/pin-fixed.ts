import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageDocument, PageElement, StyledElement } from '../dom.ts'
import { setLayeredStyles } from '../styling/set-layered-styles.ts'
import { placeAt } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: {
  readonly scrollX: number
  readonly scrollY: number
  getComputedStyle(element: PageElement, box?: string): Readonly<Record<string, string>>
}

/**
 * Keeps elements, and generated boxes of outer elements, that are placed by the edges of the viewport where they are now on a
 * sheet that holds the whole page.
 */
export function pinFixed(): void {
  /** To ask for the generated boxes of every element would take long. */
  const MAY_GENERATE = 'html, body, body > *'
  const MAX_ELEMENTS = 200
  const { scrollX, scrollY } = window
  const places = displayedElements()
    .filter((element) => isPlacedByViewport(element as StyledElement))
    .map((element) => ({ element, before: element.getBoundingClientRect() }))
    .toArray()
  for (const { element, before } of places) {
    const { position, width, height } = window.getComputedStyle(element)
    const styles = { position: position!, width: width!, height: height!, margin: '0' }
    // An element inside of a transformed one moves with that on the sheet.
    const isByViewport = position === 'fixed' && !element.offsetParent
    const [left, top] = isByViewport ? [scrollX, scrollY] : [0, 0]
    placeAt(element, { left: before.left + left, top: before.top + top }, styles)
  }

  for (const element of Array.from(document.querySelectorAll(MAY_GENERATE)).slice(0, MAX_ELEMENTS))
    for (const box of ['::before', '::after'] as const) {
      const styles = window.getComputedStyle(element, box)
      if (styles.content === 'none' || styles.position !== 'fixed') continue
      const { width, height, margin, top, left } = styles as Record<string, string>
      const inset = `calc(${top} + ${scrollY}px) auto auto calc(${left} + ${scrollX}px)`
      setLayeredStyles(element, box, { width: width!, height: height!, margin: margin!, inset })
    }

  function isPlacedByViewport(element: StyledElement): boolean {
    const { position } = window.getComputedStyle(element)
    if (position === 'fixed') return true
    return position === 'absolute' && hasNoOuter(element) && dependsOnHeight(element)
  }

  /** An absolute element that no other one places is placed by the first viewport of the page. */
  function hasNoOuter({ offsetParent }: PageElement): boolean {
    return !offsetParent || window.getComputedStyle(offsetParent).position === 'static'
  }

  function dependsOnHeight(element: StyledElement): boolean {
    const styles = element.computedStyleMap()
    const get = (name: string): string => styles.get(name)?.toString() ?? ''
    return get('bottom') !== 'auto' || /%/.test(get('top') + get('height'))
  }
}
