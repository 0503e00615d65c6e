import type { PageDocument, PageElement, PageWindow } from '../dom.ts'

declare const document: PageDocument
declare const window: PageWindow & { scrollY: number }

/** Declares global variables of our world, in which one call stores elements for later ones. */
export interface RecordedPlaces {
  /** For each section, its elements and the offsets of their top edges in the document. */
  renderPlaces?: { element: PageElement; top: number }[][]
  /** The offsets of the top edges of elements that are not fixed to the viewport. */
  renderTops?: WeakMap<PageElement, number>
}

/**
 * Stores, for each section of the document, the elements whose top edge is less than a viewport's height away from that
 * of the section, for `findMove`, and where elements are that may be fixed to the viewport later, for `hideFixed`. Does nothing
 * when they are stored already.
 */
export function recordPlaces(sections: { y: number }[]): void {
  const world = globalThis as RecordedPlaces
  if (world.renderPlaces) return
  const { scrollY, innerHeight } = window
  const places = [...document.querySelectorAll('body *')].map((element) => {
    const { top } = element.getBoundingClientRect()
    return { element, top: top + scrollY }
  })
  const hasPlace = (element: PageElement): boolean =>
    element.checkVisibility() && window.getComputedStyle(element).position !== 'fixed'
  world.renderTops = new WeakMap(
    places.filter(({ element }) => hasPlace(element)).map(({ element, top }) => [element, top]),
  )
  world.renderPlaces = sections.map(({ y }) => places.filter(({ top }) => Math.abs(top - y) < innerHeight))
}
