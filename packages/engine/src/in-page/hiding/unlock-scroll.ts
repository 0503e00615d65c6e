// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageElement, PageStyle, PageWindow } from '../dom.ts'

declare const window: PageWindow
declare const document: Record<'documentElement' | 'body', (PageElement & { style?: PageStyle }) | null>

/** Makes a page scrollable again that an overlay had locked. */
export function unlockScroll(): void {
  for (const element of [document.documentElement, document.body]) {
    if (!element?.style) continue
    const { overflowY, position } = window.getComputedStyle(element)
    if (overflowY === 'hidden' || overflowY === 'clip')
      element.style.setProperty('overflow', 'visible', 'important')
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
  }
}
