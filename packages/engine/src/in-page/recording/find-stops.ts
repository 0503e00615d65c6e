// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches } from '../finding/find-matches.ts'
import type { isSeen } from '../finding/is-seen.ts'
import type { PageElement } from '../dom.ts'
import type { Mover } from './prepare-scrolling.ts'

interface Wanted {
  selector?: string
  text?: string
}

/**
 * Returns the position of each wanted element, by a selector, a text that is seen in it, or both; `missing` where there is no
 * such element, and `invalid` where the browser refuses the selector. Scrolling must have been prepared.
 */
export function findStops(
  wanted: Wanted[],
  findMatching: typeof findMatches,
  all: typeof allElements,
  seen: typeof isSeen,
): (number | 'missing' | 'invalid')[] {
  /** Limits the characters that are compared for each element that is wanted. */
  const MAX_CHARACTERS = 20_000_000
  const { positionOf } = (globalThis as Record<symbol, unknown>)[Symbol.for('render.mover')] as Mover
  const isShown = (element: PageElement): boolean => element.getClientRects().length > 0
  const wordsOf = (text: string): string => text.split(/\s+/).join(' ')

  const hasOwnText = ({ childNodes }: PageElement): boolean =>
    Array.from(childNodes as Iterable<{ nodeType: number; data: string }>).some(
      ({ nodeType, data }) => nodeType === 3 && data.trim() !== '',
    )

  /** Returns the first element with the text, and the innermost of those around it. */
  const withText = (
    elements: Iterable<PageElement>,
    text: string,
    isOwn: boolean,
  ): PageElement | undefined => {
    const words = wordsOf(text.trim())
    let left = MAX_CHARACTERS
    let found: PageElement | undefined
    for (const element of elements) {
      if (found && !found.contains(element)) break
      if (isOwn && !hasOwnText(element)) continue
      const { textContent } = element
      left -= textContent.length
      if (left < 0) break
      if (wordsOf(textContent).includes(words) && seen(element)) found = element
    }
    return found
  }

  return wanted.map(({ selector, text }) => {
    const matches = selector === undefined ? undefined : findMatching({ css: selector }, all)
    if (selector !== undefined && !matches) return 'invalid'
    const elements = matches ? Array.from(matches).slice(0, 10_000) : undefined
    const found =
      text === undefined ? elements?.find(isShown) : withText(elements ?? all(), text, elements === undefined)
    return found ? positionOf(found) : 'missing'
  })
}
