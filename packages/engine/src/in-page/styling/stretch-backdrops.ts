import { displayedElements } from '../finding/displayed-elements.ts'
import { createHitTest } from '../finding/hit-test.ts'
import type { Box, PageDocument, PageElement } from '../dom.ts'
import { repeatBackground } from './repeat-background.ts'
import { stretchMedia, type Media } from './stretch-media.ts'
import { placeAt, setStyles } from './set-styles.ts'
import { setLayeredStyles } from './set-layered-styles.ts'

declare const document: PageDocument
declare const window: {
  readonly innerWidth: number
  readonly innerHeight: number
  getComputedStyle(
    element: PageElement,
    pseudo?: string,
  ): Readonly<Record<string, string>> & { getPropertyValue(name: string): string }
}

/**
 * Makes what fills the viewport behind the page, and does not scroll with it, as high as the document, because a full page
 * shows more than the viewport. In a document `repeatedFrom` times as high as the viewport, its pictures are repeated. Returns
 * whether anything changed.
 */
export async function stretchBackdrops({ repeatedFrom }: { repeatedFrom: number }): Promise<boolean> {
  const COVER = 0.9
  /** Content has a place of its own: it would move, or be distorted, in a higher element. */
  const CONTENT = /^(?:img|svg|video|canvas|iframe|object|embed)$/
  const MEDIA = /^(?:img|video|canvas)$/
  const { innerWidth, innerHeight } = window
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  const height = `${scrollHeight}px`
  const isTall = scrollHeight > repeatedFrom * innerHeight
  const fills = (width: number, tall: number): boolean =>
    width >= COVER * innerWidth && tall >= COVER * innerHeight
  const isSeen = ({ left, top, right, bottom }: Box): boolean =>
    fills(Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0))
  /** Hit tests find what lies over the page, such as dialogs, but no decoration that ignores the pointer. */
  const { isOnTopIn } = createHitTest()
  const isTopmost = (element: PageElement): boolean =>
    isOnTopIn(element, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })

  /** Media that fill the viewport are a backdrop too. The text in a video or a canvas is for browsers that do not show it. */
  const isMedia = (element: PageElement): element is Media =>
    MEDIA.test(element.localName) && isSeen(element.getBoundingClientRect())
  const hasContent = (element: PageElement, parts: PageElement[]): boolean =>
    /\S/.test((element as { innerText?: string }).innerText ?? element.textContent) ||
    parts.some((part) => CONTENT.test(part.localName) && !isMedia(part))

  let isChanged = false
  for (const element of displayedElements()) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const styles = window.getComputedStyle(element)
    if (styles.position !== 'fixed') continue
    const box = element.getBoundingClientRect()
    if (!isSeen(box)) continue
    const parts = [element, ...displayedElements(element)]
    if (hasContent(element, parts)) continue
    if (!styles.zIndex!.startsWith('-') && isTopmost(element)) continue
    const media = parts.filter(isMedia).map((part) => ({ part, box: part.getBoundingClientRect() }))
    const area = { width: element.clientWidth, height: element.clientHeight }
    const repeated = isTall ? repeatBackground(styles, area, () => true) : {}
    setStyles(element, repeated)
    placeAt(element, { left: box.left, top: 0 }, { width: `${box.width}px`, height, 'max-height': 'none' })
    for (const { part, box } of media) await stretchMedia(part, { box, height, isTall })
    isChanged = true
  }

  for (const name of ['html', 'body'])
    for (const pseudo of ['::before', '::after'] as const) {
      const element = document.querySelector(name) ?? document.documentElement
      const styles = window.getComputedStyle(element, pseudo)
      if (styles.content === 'none' || styles.position !== 'fixed') continue
      const isBehind = styles.zIndex!.startsWith('-') || styles.pointerEvents === 'none'
      const area = { width: parseFloat(styles.width!), height: parseFloat(styles.height!) }
      if (!isBehind || !fills(area.width, area.height)) continue
      const pictures = isTall ? repeatBackground(styles, area, () => true) : {}
      setLayeredStyles(element, pseudo, { ...pictures, position: 'absolute', bottom: 'auto', height })
      isChanged = true
    }
  return isChanged
}
