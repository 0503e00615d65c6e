// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import type { styleOf } from '../styling/style-of.ts'

declare const document: PageDocument
declare const window: PageWindow & { readonly scrollX: number }

/**
 * Measures how wide the content of the sheets with a page name is, in CSS pixels; without a name that of all sheets with none
 * of `names`. Elements on other sheets are out of the flow meanwhile.
 */
export function measureSheets(
  { name, names }: { name?: string; names: readonly string[] },
  styleIn: typeof styleOf,
): number {
  const root = document.scrollingElement ?? document.documentElement
  const elements = names.length > 0 ? Array.from(document.querySelectorAll('*')) : []
  const own: PageElement[] = []
  const others: PageElement[] = []
  for (const element of elements) {
    const { page } = window.getComputedStyle(element)
    if (page === name) own.push(element)
    else if (names.includes(page!)) others.push(element)
  }
  const around = new Set<PageElement>()
  for (const element of own)
    for (let outer = element.parentElement; outer && !around.has(outer); outer = outer.parentElement)
      around.add(outer)

  const restores = others.filter((element) => !around.has(element)).map(setAside)
  const whole = root.scrollWidth
  const ends = own.map(endOf)
  const width =
    name === undefined ? whole : ends.reduce((widest, end) => Math.max(widest, Math.min(end, whole)), 0)
  for (const restore of restores) restore()
  return width

  function setAside(element: PageElement): () => void {
    const style = styleIn(element)
    const given = element.getAttribute('style')
    const text = style?.cssText ?? ''
    style?.setProperty('position', 'fixed', 'important')
    return () => {
      if (style) style.cssText = text
      if (given === null) element.removeAttribute('style')
    }
  }

  /** Returns how far an element and its content reach, from the edge of the page at which lines begin. */
  function endOf(element: PageElement): number {
    const box = element.getBoundingClientRect()
    const isLeftToRight = window.getComputedStyle(document.documentElement).direction === 'ltr'
    const start = isLeftToRight ? box.left + window.scrollX : root.clientWidth - box.right - window.scrollX
    return start + Math.max(box.width, element.scrollWidth)
  }
}
