// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { setStyles } from '../styling/set-styles.ts'

declare const window: PageWindow & { readonly scrollX: number; readonly scrollY: number }

/** Keeps elements that are fixed to the viewport where they are now on a sheet that holds the whole page. */
export function pinFixed(_: undefined, all: typeof allElements, set: typeof setStyles): void {
  const places = all()
    .filter((element) => element.checkVisibility() && window.getComputedStyle(element).position === 'fixed')
    .map((element) => ({ element, before: element.getBoundingClientRect() }))
    .toArray()
  for (const { element, before } of places) {
    const { width, height } = window.getComputedStyle(element)
    set(element, { width: width!, height: height!, inset: '0 auto auto 0', margin: '0' })
    // Its box begins elsewhere when it is transformed.
    const moved = element.getBoundingClientRect()
    set(element, {
      left: `${before.left - moved.left + window.scrollX}px`,
      top: `${before.top - moved.top + window.scrollY}px`,
    })
  }
}
