// Serialised into the page: no imports, no closures.
import type { PageRoot, PageWindow } from './dom.ts'

declare const document: PageRoot
declare const window: PageWindow

/** Has everything laid out and drawn that `content-visibility: auto` would skip far from the viewport. */
export function drawSkipped(): void {
  const look = (root: PageRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      const { contentVisibility, contain } = window.getComputedStyle(element)
      if (contentVisibility === 'auto') {
        element.style.setProperty('content-visibility', 'visible', 'important')
        // What is in view is contained as well: without it margins would collapse and floats get out.
        if (contain === 'none') element.style.setProperty('contain', 'content', 'important')
      }
      if (element.shadowRoot) look(element.shadowRoot)
    }
  }
  look(document)
}
