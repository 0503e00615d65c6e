import { displayedElements } from '../finding/displayed-elements.ts'
import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { Box, PageDocument, PageElement, PageWindow } from '../dom.ts'

interface Range {
  selectNode(node: object): void
  getBoundingClientRect(): Box
}

declare const document: PageDocument & { createRange(): Range }
declare const window: PageWindow & { readonly scrollX: number; readonly scrollY: number }

/** Where an element is: the page name of its sheets, and how far what is in it can reach. */
interface Place {
  name: string
  limit: number
}

/** Returns whether lines run from top to bottom, so that the page continues sideways. */
export function hasVerticalLines(): boolean {
  const { writingMode } = window.getComputedStyle(document.body ?? document.documentElement)
  return writingMode !== 'horizontal-tb'
}

interface SheetLayout {
  isVertical: boolean
  isMixed: boolean
}

/**
 * Measures how far the content of the sheets of each page name reaches, in CSS pixels along the lines, from the edge of the page
 * at which they begin. Sheets without a name have the name `auto`; without `isMixed` all have it. Changes nothing in the page.
 * With `isMixed` it misses generated boxes that are longer than their element, and texts of elements without a box.
 */
export function measureSheets({ isVertical, isMixed }: SheetLayout): [name: string, reach: number][] {
  const TEXT = 3
  const UNLIMITED: Place = { name: 'auto', limit: Infinity }
  const root = document.scrollingElement ?? document.documentElement
  const { body, documentElement } = document
  const [near, far] = isVertical ? (['top', 'bottom'] as const) : (['left', 'right'] as const)
  const whole = isVertical ? root.scrollHeight : root.scrollWidth
  if (!isMixed) return [['auto', whole]]

  const isReversed = window.getComputedStyle(body ?? documentElement).direction === 'rtl'
  const edge = isReversed ? (isVertical ? root.clientHeight : root.clientWidth) : 0
  const scrolled = isVertical ? window.scrollY : window.scrollX
  const isRootVisible = window.getComputedStyle(documentElement).overflowX === 'visible'
  const range = document.createRange()
  const places = new Map<PageElement, Place>()
  const reaches = new Map<string, number>()
  for (const element of displayedElements()) measure(element)
  return [...reaches]

  function measure(element: PageElement): void {
    const styles = window.getComputedStyle(element)
    const outer = placeOf(ancestorsOf(element).drop(1))
    const name = styles.page === 'auto' ? outer.name : styles.page!
    const limit = /absolute|fixed/.test(styles.position!) ? limitOf(element, styles.position!) : outer.limit
    const end = endOf(element.getBoundingClientRect())
    const inner = clips(element, styles) ? Math.min(limit, end) : limit
    places.set(element, { name, limit: inner })
    note(name, Math.min(limit, end))
    for (const child of element.childNodes as Iterable<{ nodeType: number }>) {
      if (child.nodeType !== TEXT) continue
      range.selectNode(child)
      note(name, Math.min(inner, endOf(range.getBoundingClientRect())))
    }
  }

  function note(name: string, end: number): void {
    reaches.set(name, Math.max(reaches.get(name) ?? 0, Math.min(end, whole)))
  }

  /** Returns the place of the first of the elements that has one: those without a box have none. */
  function placeOf(elements: Iterable<PageElement>): Place {
    for (const element of elements) {
      const place = places.get(element)
      if (place) return place
    }
    return UNLIMITED
  }

  /** Returns how far an element with such a position can reach: only its containing block clips it. What is fixed to the viewport reaches nowhere. */
  function limitOf({ offsetParent }: PageElement, position: string): number {
    if (!offsetParent) return position === 'fixed' ? -Infinity : Infinity
    return places.get(offsetParent)?.limit ?? Infinity
  }

  function clips(element: PageElement, styles: Readonly<Record<string, string>>): boolean {
    // The viewport has the overflow of the root or, where that has none, of the body, and scrolls.
    if (element === documentElement || (element === body && isRootVisible)) return false
    if (element.localName === 'svg' || styles.contentVisibility !== 'visible') return true
    return (
      styles[isVertical ? 'overflowY' : 'overflowX'] !== 'visible' ||
      /paint|strict|content/.test(styles.contain!)
    )
  }

  function endOf(box: Box): number {
    return isReversed ? edge - scrolled - box[near] : box[far] - edge + scrolled
  }
}
