import { displayedElements } from '../finding/displayed-elements.ts'
import type { Box, PageElement, PageWindow } from '../dom.ts'

declare const window: PageWindow
declare const document: {
  createRange(): { selectNodeContents(element: PageElement): void; getBoundingClientRect(): Box }
}

/** Lists the visible elements in the viewport that draw something themselves: text, media, or a background. */
export function listContent(): { element: PageElement; box: Box }[] {
  /** The styles of more elements would take more memory than the page itself. */
  const MAX_ELEMENTS = 50_000
  const TEXT = 3
  const TINY = 2
  const MEDIA = /^(?:img|svg|canvas|video|iframe|object|embed|input|textarea|select)$/
  const { innerWidth, innerHeight } = window

  return displayedElements()
    .take(MAX_ELEMENTS)
    .map(contentOf)
    .filter((piece) => piece !== undefined)
    .toArray()

  function contentOf(element: PageElement): { element: PageElement; box: Box } | undefined {
    if (/^(?:html|body)$/.test(element.localName)) return undefined
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return undefined
    const own = element.getBoundingClientRect()
    // Text for screen readers is in boxes of a pixel, and so are images that count visits.
    if (own.width <= TINY || own.height <= TINY) return undefined
    const isFilled = MEDIA.test(element.localName) || hasBackground(element)
    if (!isFilled && !hasOwnText(element)) return undefined
    const box = isFilled ? own : textBoxOf(element)
    const { left, top, right, bottom } = box
    if (right <= Math.max(0, left) || left >= innerWidth || bottom <= Math.max(0, top) || top >= innerHeight)
      return undefined
    return { element, box }
  }

  function hasOwnText({ childNodes }: PageElement): boolean {
    return Array.from(childNodes as Iterable<{ nodeType: number; data: string }>).some(
      ({ nodeType, data }) => nodeType === TEXT && data.trim() !== '',
    )
  }

  function textBoxOf(element: PageElement): Box {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect()
  }

  function hasBackground(element: PageElement): boolean {
    const { backgroundColor, backgroundImage } = window.getComputedStyle(element)
    return backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(backgroundColor!)
  }
}
