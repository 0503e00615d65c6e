// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageWindow } from './dom.ts'

declare const window: PageWindow

/**
 * Has drawn what the browser leaves out where it is not in view: content that is skipped by `content-visibility: auto`
 * and, where asked for, backgrounds that are fixed to the viewport, which then are fixed to their element.
 */
export function drawAll({ backgrounds }: { backgrounds: boolean }, all: typeof allElements): void {
  for (const element of all()) {
    // The browser would keep a style for each of those that it does not show.
    if (!element.checkVisibility()) continue
    const { contentVisibility, contain, backgroundAttachment } = window.getComputedStyle(element)
    const set = (name: string, value: string): void => element.style?.setProperty(name, value, 'important')
    if (contentVisibility === 'auto') {
      set('content-visibility', 'visible')
      // What is in view is contained as well: without it margins would collapse and floats get out.
      if (contain === 'none') set('contain', 'content')
    }
    if (backgrounds && backgroundAttachment!.includes('fixed'))
      set('background-attachment', backgroundAttachment!.replaceAll('fixed', 'scroll'))
  }
}
