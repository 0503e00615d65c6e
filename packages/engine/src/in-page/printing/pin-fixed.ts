// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageElement, PageWindow } from '../dom.ts'
import type { placeAt, setStyles } from '../styling/set-styles.ts'

type Styled = PageElement & {
  computedStyleMap(): { get(property: string): { toString(): string } | undefined }
}

declare const window: PageWindow & { readonly scrollX: number; readonly scrollY: number }

/** Keeps elements that are placed by the edges of the viewport where they are now on a sheet that holds the whole page. */
export function pinFixed(
  _: undefined,
  all: typeof allElements,
  set: typeof setStyles,
  place: typeof placeAt,
): void {
  const places = all()
    .filter((element) => element.checkVisibility() && isPlacedByViewport(element as Styled))
    .map((element) => ({ element, before: element.getBoundingClientRect() }))
    .toArray()
  for (const { element, before } of places) {
    const { position, width, height } = window.getComputedStyle(element)
    const size = { width: width!, height: height!, margin: '0' }
    if (position === 'absolute') {
      place(element, before, size, set)
      continue
    }
    set(element, { ...size, inset: '0 auto auto 0' })
    // Its box begins elsewhere when it is transformed.
    const moved = element.getBoundingClientRect()
    set(element, {
      left: `${before.left - moved.left + window.scrollX}px`,
      top: `${before.top - moved.top + window.scrollY}px`,
    })
  }

  function isPlacedByViewport(element: Styled): boolean {
    const { position } = window.getComputedStyle(element)
    if (position === 'fixed') return true
    return position === 'absolute' && hasNoOuter(element) && dependsOnHeight(element)
  }

  /** An absolute element that no other one places is placed by the first viewport of the page. */
  function hasNoOuter({ offsetParent }: PageElement): boolean {
    return !offsetParent || window.getComputedStyle(offsetParent).position === 'static'
  }

  function dependsOnHeight(element: Styled): boolean {
    const styles = element.computedStyleMap()
    const get = (name: string): string => styles.get(name)?.toString() ?? ''
    return get('bottom') !== 'auto' || /%/.test(get('top') + get('height'))
  }
}
