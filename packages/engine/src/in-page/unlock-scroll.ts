// Serialised into the page: no imports, no closures.
import type { PageDocument, PageWindow } from './dom.ts'

declare const window: PageWindow
declare const document: PageDocument

/** Lets a page scroll again that was kept from it while something lay over it. */
export function unlockScroll(): void {
  for (const element of [document.documentElement, document.body]) {
    if (!element?.style) continue
    const { overflowY, position } = window.getComputedStyle(element)
    if (overflowY === 'hidden' || overflowY === 'clip')
      element.style.setProperty('overflow', 'visible', 'important')
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
  }
}
