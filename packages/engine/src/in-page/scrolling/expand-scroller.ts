// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import type { findScroller } from './find-scroller.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Grows an element that scrolls in place of the document, and all its ancestors, by the height that it hides, so that the
 * document scrolls instead. The heights of its content do not change, even those given in per cent. Returns whether there
 * is such an element.
 */
export function expandScroller(_: undefined, find: typeof findScroller, all: typeof allElements): boolean {
  const scroller = find(all)
  if (scroller === (document.scrollingElement ?? document.documentElement)) return false
  const hidden = scroller.scrollHeight - scroller.clientHeight
  const heightOf = (element: PageElement): number => parseFloat(window.getComputedStyle(element).height!)
  const set = (element: PageElement, styles: Record<string, string>): void => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, 'important')
  }

  scroller.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  const content = all(scroller)
    .map((element) => ({ element, height: heightOf(element) }))
    .toArray()
  const around: { element: PageElement; height: number }[] = []
  for (let element: PageElement | null | undefined = scroller; element;) {
    around.unshift({ element, height: heightOf(element) })
    element = element.assignedSlot ?? element.parentElement ?? element.getRootNode().host
  }

  for (const { element, height } of around) {
    const { position, overflowX, width } = window.getComputedStyle(element)
    const { left, top } = element.getBoundingClientRect()
    const higher = Number.isNaN(height) ? 'auto' : `${height + hidden}px`
    set(element, { height: higher, 'min-height': higher, 'max-height': 'none', contain: 'none' })
    set(element, { 'overflow-y': 'visible', 'overflow-x': overflowX === 'visible' ? 'visible' : 'clip' })
    if (position !== 'fixed') continue
    set(element, { position: 'absolute', inset: '0 auto auto 0', width: width! })
    const moved = element.getBoundingClientRect()
    set(element, { left: `${left - moved.left}px`, top: `${top - moved.top}px` })
  }
  for (const { element, height } of content)
    if (heightOf(element) !== height && !Number.isNaN(height))
      set(element, { height: `${height}px`, 'min-height': '0', 'flex-grow': '0' })
  return true
}
