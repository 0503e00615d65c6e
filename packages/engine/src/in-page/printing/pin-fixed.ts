// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageWindow } from '../dom.ts'
import type { styleOf } from '../styling/style-of.ts'

declare const window: PageWindow & { readonly scrollX: number; readonly scrollY: number }

/** Keeps elements that are fixed to the viewport where they are now on a sheet that holds the whole page. */
export function pinFixed(_: undefined, all: typeof allElements, styleIn: typeof styleOf): void {
  const places = all()
    .filter((element) => element.checkVisibility() && window.getComputedStyle(element).position === 'fixed')
    .map((element) => ({ element, before: element.getBoundingClientRect() }))
    .toArray()
  for (const { element, before } of places) {
    const style = styleIn(element)
    const { width, height } = window.getComputedStyle(element)
    for (const [name, value] of Object.entries({ width, height, right: 'auto', bottom: 'auto', margin: '0' }))
      style?.setProperty(name, value!, 'important')
    style?.setProperty('left', '0px', 'important')
    style?.setProperty('top', '0px', 'important')
    // Its box begins elsewhere when it is transformed.
    const moved = element.getBoundingClientRect()
    style?.setProperty('left', `${before.left - moved.left + window.scrollX}px`, 'important')
    style?.setProperty('top', `${before.top - moved.top + window.scrollY}px`, 'important')
  }
}
