import type { PageElement } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

/** Makes an element invisible at once, without moving others. */
export function makeInvisible(element: PageElement): void {
  setStyles(element, { transition: 'none', visibility: 'hidden', 'pointer-events': 'none' })
}
