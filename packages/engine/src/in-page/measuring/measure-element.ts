// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches } from '../finding/find-matches.ts'

/** A box in CSS pixels of the document, or the reason why there is none. */
export type Measured = { x: number; y: number; width: number; height: number } | 'missing' | 'invalid'

declare const scrollX: number
declare const scrollY: number
declare const document: {
  createRange(): { selectNodeContents(element: object): void; getClientRects(): Iterable<DOMRect> }
}
declare function getComputedStyle(element: object): { display: string }
type DOMRect = Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>

/**
 * Scrolls the first match of a CSS selector into view and measures its box. An element in a line, and one without a box or a
 * size of its own, is as large as its content.
 */
export function measureElement(css: string, find: typeof findMatches, all: typeof allElements): Measured {
  const matches = find({ css }, all)
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const own = element.getBoundingClientRect()
  const { display } = getComputedStyle(element)
  const isLoose = display === 'inline' || display === 'contents' || own.width === 0 || own.height === 0
  const content = document.createRange()
  if (isLoose) content.selectNodeContents(element)
  // Texts for screen readers are in boxes of a pixel, or beside the page.
  const isSeen = ({ width, height, right, bottom }: DOMRect): boolean =>
    width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0
  const inside = isLoose ? Array.from(content.getClientRects()).filter(isSeen) : []
  const hasBox = inside.length === 0 || (own.width > 0 && own.height > 0)
  const boxes = hasBox ? [own, ...inside] : inside
  const x = Math.floor(Math.min(...boxes.map(({ left }) => left)) + scrollX)
  const y = Math.floor(Math.min(...boxes.map(({ top }) => top)) + scrollY)
  const right = Math.ceil(Math.max(...boxes.map(({ right }) => right)) + scrollX)
  const bottom = Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom)) + scrollY)
  return { x, y, width: right - x, height: bottom - y }
}
