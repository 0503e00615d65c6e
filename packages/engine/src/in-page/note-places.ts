// Serialised into the page: no imports, no closures.
import type { PageDocument, PageElement, PageWindow } from './dom.ts'

declare const document: PageDocument
declare const window: PageWindow & { scrollY: number }

/** An element, and where in the document its top edge was. */
export interface Place {
  element: PageElement
  top: number
}

/** For each section of the document, the elements that begin within a viewport's height of where it begins. */
export function notePlaces(sections: { y: number }[]): Place[][] {
  const { scrollY, innerHeight } = window
  const places = [...document.querySelectorAll('body *')].map((element) => {
    const { top } = element.getBoundingClientRect()
    return { element, top: top + scrollY }
  })
  return sections.map(({ y }) => places.filter(({ top }) => Math.abs(top - y) < innerHeight))
}
