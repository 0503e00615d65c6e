// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { setStyles } from '../styling/set-styles.ts'

declare const window: PageWindow

/** Keeps elements that are fixed to the viewport on the first sheet; the browser prints them on each. */
export function showFixedOnce(_: undefined, all: typeof allElements, set: typeof setStyles): void {
  for (const element of all().toArray())
    if (window.getComputedStyle(element).position === 'fixed') set(element, { position: 'absolute' })
}
