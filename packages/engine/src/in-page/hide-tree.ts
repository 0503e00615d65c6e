// Serialised into the page: no imports, no closures.
import type { PageElement } from './dom.ts'

/** Hides an element and all within it, which else could be visible of its own. */
export function hideTree(root: PageElement): void {
  for (const { style } of [root, ...root.querySelectorAll('*')]) {
    style?.setProperty('visibility', 'hidden', 'important')
    style?.setProperty('pointer-events', 'none', 'important')
  }
}
