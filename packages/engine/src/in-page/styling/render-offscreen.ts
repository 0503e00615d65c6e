// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { setStyles } from './set-styles.ts'

declare const window: PageWindow

/**
 * Makes the browser draw what it skips outside of the viewport: content with `content-visibility: auto` and, with
 * `backgrounds`, backgrounds fixed to the viewport, which become fixed to their element. Returns whether anything changed.
 */
export function renderOffscreen(
  { backgrounds }: { backgrounds: boolean },
  all: typeof allElements,
  set: typeof setStyles,
): boolean {
  let isChanged = false
  for (const element of all()) {
    // Computing the style of an element that is not displayed would make the browser store it.
    if (!element.checkVisibility()) continue
    const { contentVisibility, contain, backgroundAttachment } = window.getComputedStyle(element)
    const change = (styles: Record<string, string>): void => {
      isChanged = true
      set(element, styles)
    }
    if (contentVisibility === 'auto') {
      change({ 'content-visibility': 'visible' })
      // `content-visibility: auto` also contains visible content: without this, margins would collapse and floats overflow.
      if (contain === 'none') change({ contain: 'content' })
    }
    if (backgrounds && backgroundAttachment!.includes('fixed'))
      change({ 'background-attachment': backgroundAttachment!.replaceAll('fixed', 'scroll') })
  }
  return isChanged
}
