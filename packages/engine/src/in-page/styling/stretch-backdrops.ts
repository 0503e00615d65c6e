// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { ancestorsOf } from '../finding/ancestors-of.ts'
import type { createHitTest } from '../finding/hit-test.ts'
import type { Box, PageDocument, PageElement } from '../dom.ts'
import type { placeAt, setStyles } from './set-styles.ts'

interface Sheet {
  insertRule(rule: string): void
}
declare const CSSStyleSheet: new () => Sheet
declare const document: PageDocument & {
  adoptedStyleSheets: Sheet[]
}
declare const window: {
  readonly innerWidth: number
  readonly innerHeight: number
  getComputedStyle(element: PageElement, pseudo?: string): Readonly<Record<string, string>>
}

/**
 * Makes what fills the viewport behind the page, and does not scroll with it, as high as the document, because a full page
 * shows more than the viewport. Returns whether anything changed.
 */
export function stretchBackdrops(
  _: undefined,
  all: typeof allElements,
  around: typeof ancestorsOf,
  hitTest: typeof createHitTest,
  set: typeof setStyles,
  place: typeof placeAt,
): boolean {
  const COVER = 0.9
  /** Content has a place of its own: it would move, or be distorted, in a higher element. */
  const CONTENT = /^(?:img|picture|svg|video|canvas|iframe|object|embed)$/
  const { innerWidth, innerHeight } = window
  const height = `${(document.scrollingElement ?? document.documentElement).scrollHeight}px`
  const fills = (width: number, tall: number): boolean =>
    width >= COVER * innerWidth && tall >= COVER * innerHeight
  const isSeen = ({ left, top, right, bottom }: Box): boolean =>
    fills(Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0))
  /** Hit tests find what lies over the page, such as dialogs, but no decoration that ignores the pointer. */
  const { isOnTopIn } = hitTest(around)
  const isTopmost = (element: PageElement): boolean =>
    isOnTopIn(element, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })

  const hasContent = (element: PageElement): boolean =>
    /\S/.test(element.textContent) ||
    CONTENT.test(element.localName) ||
    all(element).some(({ localName }) => CONTENT.test(localName))

  let isChanged = false
  for (const element of all()) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { position, zIndex } = window.getComputedStyle(element)
    if (position !== 'fixed') continue
    const box = element.getBoundingClientRect()
    if (!isSeen(box) || hasContent(element)) continue
    if (!zIndex!.startsWith('-') && isTopmost(element)) continue
    place(element, { left: box.left, top: 0 }, { width: `${box.width}px`, height, 'max-height': 'none' }, set)
    isChanged = true
  }

  const sheet = new CSSStyleSheet()
  for (const name of ['html', 'body'])
    for (const pseudo of ['::before', '::after']) {
      const styles = window.getComputedStyle(document.querySelector(name) ?? document.documentElement, pseudo)
      if (styles.content === 'none' || styles.position !== 'fixed') continue
      const isBehind = styles.zIndex!.startsWith('-') || styles.pointerEvents === 'none'
      if (!isBehind || !fills(parseFloat(styles.width!), parseFloat(styles.height!))) continue
      sheet.insertRule(
        `${name}${pseudo} { position: absolute !important; bottom: auto !important; height: ${height} !important }`,
      )
      isChanged = true
    }
  document.adoptedStyleSheets.push(sheet)
  return isChanged
}
