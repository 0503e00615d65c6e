import { displayedElements } from '../finding/displayed-elements.ts'
import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import { findMatches } from '../finding/find-matches.ts'
import { findScroller } from './find-scroller.ts'
import { placeAt, setStyles } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Grows an element that scrolls in place of the document, and all its ancestors, by the height that it hides, so that the
 * document scrolls instead. The heights of its content do not change, even those given in per cent. With a CSS selector,
 * the elements grow that scroll its first match and are smaller than it. Returns whether there is such an element.
 */
export function expandInnerScroller(css?: string): boolean {
  const root = document.scrollingElement ?? document.documentElement
  const scrollersOf = (match: PageElement | undefined): PageElement[] => {
    if (!match) return []
    const { width, height } = match.getBoundingClientRect()
    const scrolls = (element: PageElement): boolean => {
      const { overflowX, overflowY } = window.getComputedStyle(element)
      const isLow = /auto|scroll/.test(overflowY!) && element.clientHeight < Math.floor(height)
      return isLow || (/auto|scroll/.test(overflowX!) && element.clientWidth < Math.floor(width))
    }
    return [...ancestorsOf(match)].slice(1).filter(scrolls)
  }
  const heightOf = (element: PageElement): number => parseFloat(window.getComputedStyle(element).height!)

  const grow = (scroller: PageElement): void => {
    const hidden = scroller.scrollHeight - scroller.clientHeight
    const isWide = css !== undefined && scroller.scrollWidth > scroller.clientWidth
    scroller.scrollTo({ top: 0, left: 0, behavior: 'instant' })
    const content = displayedElements(scroller)
      .map((element) => ({ element, height: heightOf(element) }))
      .toArray()
    const outside = [...ancestorsOf(scroller)]
      .toReversed()
      .map((element) => ({ element, height: heightOf(element) }))
    for (const { element, height } of outside) {
      const { position, overflowX, width } = window.getComputedStyle(element)
      const { left, top } = element.getBoundingClientRect()
      const higher = Number.isNaN(height) ? 'auto' : `${height + hidden}px`
      const sideways = isWide || overflowX === 'visible' ? 'visible' : 'clip'
      setStyles(element, { height: higher, 'min-height': higher, 'max-height': 'none', contain: 'none' })
      setStyles(element, { 'overflow-y': 'visible', 'overflow-x': sideways })
      if (position === 'fixed') placeAt(element, { left, top }, { width: width! })
    }
    for (const { element, height } of content)
      if (heightOf(element) !== height && !Number.isNaN(height))
        setStyles(element, { height: `${height}px`, 'min-height': '0', 'flex-grow': '0' })
  }

  const scrollers = css === undefined ? [findScroller()] : scrollersOf(findMatches({ css })?.[0])
  const growing = scrollers.filter((scroller) => scroller !== root)
  for (const scroller of growing) grow(scroller)
  return growing.length > 0
}
