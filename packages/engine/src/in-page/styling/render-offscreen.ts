// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { styleOf } from './style-of.ts'

declare const window: PageWindow

/**
 * Makes the browser draw what it skips outside of the viewport: content with `content-visibility: auto` and, with
 * `backgrounds`, backgrounds fixed to the viewport, which become fixed to their element. Returns whether anything changed.
 */
export function renderOffscreen(
  { backgrounds }: { backgrounds: boolean },
  all: typeof allElements,
  style: typeof styleOf,
): boolean {
  let isChanged = false
  for (const element of all()) {
    // Computing the style of an element that is not displayed would make the browser store it.
    if (!element.checkVisibility()) continue
    const { contentVisibility, contain, backgroundAttachment } = window.getComputedStyle(element)
    const set = (name: string, value: string): void => {
      isChanged = true
      style(element)?.setProperty(name, value, 'important')
    }
    if (contentVisibility === 'auto') {
      set('content-visibility', 'visible')
      // `content-visibility: auto` also contains visible content: without this, margins would collapse and floats overflow.
      if (contain === 'none') set('contain', 'content')
    }
    if (backgrounds && backgroundAttachment!.includes('fixed'))
      set('background-attachment', backgroundAttachment!.replaceAll('fixed', 'scroll'))
  }
  return isChanged
}
