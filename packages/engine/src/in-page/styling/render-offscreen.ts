import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageDocument, PageElement } from '../dom.ts'
import { createBackgroundReader, type Layer } from './background-reader.ts'
import { repeatBackground } from './repeat-background.ts'
import { setStyles } from './set-styles.ts'

interface ComputedStyles {
  readonly contentVisibility: string
  readonly contain: string
  readonly backgroundAttachment: string
  getPropertyValue(name: string): string
}
declare const document: PageDocument
declare const window: {
  readonly innerWidth: number
  readonly innerHeight: number
  getComputedStyle(element: PageElement): ComputedStyles
}

interface OffscreenRendering {
  backgrounds: boolean
  repeatedFrom: number
}

/**
 * Makes the browser paint what it skips outside of the viewport: content with `content-visibility: auto` and, with
 * `backgrounds`, backgrounds fixed to the viewport, which become fixed to their element. In an element that is
 * `repeatedFrom` times as high as the viewport, their pictures keep the size that they have in the viewport, and are repeated. Returns whether anything changed.
 */
export function renderOffscreen({ backgrounds, repeatedFrom }: OffscreenRendering): boolean {
  let isChanged = false
  for (const element of displayedElements()) {
    const styles = window.getComputedStyle(element)
    const { contentVisibility, contain, backgroundAttachment } = styles
    const change = (styles: Record<string, string>): void => {
      isChanged = true
      setStyles(element, styles)
    }
    if (contentVisibility === 'auto') {
      change({ 'content-visibility': 'visible' })
      // `content-visibility: auto` also contains visible content: without this, margins would collapse and floats overflow.
      if (contain === 'none') change({ contain: 'content' })
    }
    if (backgrounds && backgroundAttachment.includes('fixed'))
      change({
        ...repeatedStyles(element, styles),
        'background-attachment': backgroundAttachment.replaceAll('fixed', 'scroll'),
      })
  }
  return isChanged

  function repeatedStyles(element: PageElement, styles: ComputedStyles): Record<string, string> {
    const { innerWidth: width, innerHeight: height } = window
    const isOfCanvas = element === createBackgroundReader().canvasElement()
    const placed = isOfCanvas ? document.documentElement : element
    const box = placed.getBoundingClientRect()
    const tall = isOfCanvas ? placed.scrollHeight : box.height
    if (tall <= repeatedFrom * height) return {}
    const isFixed = ({ attachment }: Layer): boolean => attachment === 'fixed'
    return repeatBackground(styles, { width, height, left: box.left }, isFixed)
  }
}
