import { allElements } from '../finding/all-elements.ts'
import { ancestorsOf } from '../finding/ancestors-of.ts'
import { findMatches } from '../finding/find-matches.ts'
import type { PageElement, PageWindow } from '../dom.ts'
import type { Mover } from './prepare-scrolling.ts'

interface Wanted {
  selector?: string
  text?: string
}

declare const Node: { prototype: { contains(other: PageElement): boolean } }
declare const window: PageWindow
declare const DOMMatrix: new (transform: string) => { m42: number }

/**
 * Returns the position of each wanted element, by a selector, a text that is seen in it, or both; `missing` where there is no
 * such element, and `invalid` where the browser refuses the selector. An exact match of letter case is preferred, then a text
 * outside of parts that stay in view, such as a fixed menu. Elements that are transparent until they come into view are found
 * at the place that they have then. Scrolling must have been prepared.
 */
export function findStops(wanted: Wanted[]): (number | 'missing' | 'invalid')[] {
  // A control named `contains` hides the method of its form.
  const contains = (outer: PageElement, element: PageElement): boolean =>
    Node.prototype.contains.call(outer, element)
  /** Limits the characters that are compared for each element that is wanted. */
  const MAX_CHARACTERS = 20_000_000
  const { positionOf } = (globalThis as Record<symbol, unknown>)[Symbol.for('render.mover')] as Mover
  const isShown = (element: PageElement): boolean => element.getClientRects().length > 0
  /** Returns the element and those around it that are transparent. */
  const transparentAround = (element: PageElement) =>
    Array.from(ancestorsOf(element), (each) => window.getComputedStyle(each)).filter(
      ({ opacity }) => opacity === '0',
    )
  /** A transparent layer over other content is a closed menu or dialog. */
  const isSeen = (element: PageElement): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isVisible = element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
    if (!isVisible || right <= left || bottom <= top) return false
    return transparentAround(element).every(({ position }) => !/absolute|fixed/.test(position!))
  }
  /** Returns how far the element is below the place to which it moves when it appears. */
  const shiftOf = (element: PageElement): number =>
    transparentAround(element)
      .map(({ transform, translate }) => {
        const [, y] = /^\S+ (-?[\d.]+)px/.exec(translate!) ?? []
        return new DOMMatrix(transform!).m42 + Number(y ?? 0)
      })
      .reduce((sum, each) => sum + each, 0)
  /** The page must be at its top, where a sticky header is in its place already. */
  const isPinned = (element: PageElement): boolean =>
    Array.from(ancestorsOf(element)).some((each) => {
      const { position, top } = window.getComputedStyle(each)
      if (position === 'fixed') return true
      return position === 'sticky' && each.getBoundingClientRect().top <= Number.parseFloat(top!) + 1
    })
  const wordsOf = (text: string): string => text.split(/\s+/).join(' ')

  const hasOwnText = ({ childNodes }: PageElement): boolean =>
    Array.from(childNodes as Iterable<{ nodeType: number; data: string }>).some(
      ({ nodeType, data }) => nodeType === 3 && data.trim() !== '',
    )

  /** Returns false for elements whose `textContent` has code too. */
  const hasOnlyText = (element: PageElement): boolean =>
    element.querySelector('script, style, template, noscript') === null

  /**
   * Returns the first element that `mayBe` it and has the words, and the innermost of those around it, for each rank: in the
   * wanted letter case and not pinned, pinned, in another case, in another case and pinned.
   */
  const withWords = (
    elements: Iterable<PageElement>,
    words: string,
    mayBe: (element: PageElement) => boolean,
  ): (PageElement | undefined)[] => {
    const folded = words.toLowerCase()
    const found: (PageElement | undefined)[] = []
    let left = MAX_CHARACTERS
    for (const element of elements) {
      if (found[0] && !contains(found[0], element)) break
      if (!mayBe(element)) continue
      const { textContent } = element
      left -= textContent.length
      if (left < 0) break
      const own = wordsOf(textContent)
      const isAsWanted = own.includes(words)
      if ((!isAsWanted && !own.toLowerCase().includes(folded)) || !isSeen(element)) continue
      const rank = (isAsWanted ? 0 : 2) + (isPinned(element) ? 1 : 0)
      const outer = found[rank]
      if (!outer || contains(outer, element)) found[rank] = element
    }
    return found
  }

  return wanted.map(({ selector, text }) => {
    const matches = selector === undefined ? undefined : findMatches({ css: selector })
    if (selector !== undefined && !matches) return 'invalid'
    const elements = matches ? Array.from(matches).slice(0, 10_000) : undefined
    const findWords = (words: string): PageElement | undefined => {
      const one = elements
        ? withWords(elements, words, () => true)
        : withWords(allElements(), words, hasOwnText)
      const other = elements || one[0] ? [] : withWords(allElements(), words, hasOnlyText)
      return [0, 1, 2, 3].map((rank) => one[rank] ?? other[rank]).find((each) => each !== undefined)
    }
    const found = text === undefined ? elements?.find(isShown) : findWords(wordsOf(text.trim()))
    return found ? positionOf(found) - shiftOf(found) : 'missing'
  })
}
