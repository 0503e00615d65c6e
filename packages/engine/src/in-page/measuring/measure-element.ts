// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches } from '../finding/find-matches.ts'

/** A box in CSS pixels of the document, or the reason why there is none. */
export type Measured = { x: number; y: number; width: number; height: number } | 'missing' | 'invalid'

declare const scrollX: number
declare const scrollY: number

/** Scrolls the first match of a CSS selector into view and measures its box. */
export function measureElement(css: string, find: typeof findMatches, all: typeof allElements): Measured {
  const matches = find({ css }, all)
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const x = Math.floor(box.left + scrollX)
  const y = Math.floor(box.top + scrollY)
  return { x, y, width: Math.ceil(box.right + scrollX) - x, height: Math.ceil(box.bottom + scrollY) - y }
}
