// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches } from '../finding/find-matches.ts'
import type { PageElement } from '../dom.ts'
import type { styleOf } from '../styling/style-of.ts'

type Child = PageElement & {
  readonly nodeType: number
  data: string
  readonly parentNode: { readonly childNodes: Iterable<Child> }
}

declare const document: { readonly documentElement: PageElement }
declare function getComputedStyle(element: object): { readonly display: string; readonly position: string }
declare const scrollX: number
declare const scrollY: number

/**
 * Leaves only the first match of a CSS selector on the page, at its beginning: everything beside its ancestors is hidden, and
 * these take no space and cut nothing off. With `isBare` it is moved into the corner of the page; otherwise it continues from sheet
 * to sheet, also when it was placed over the page.
 */
export function isolateElement(
  { css, isBare }: { css: string; isBare: boolean },
  find: typeof findMatches,
  all: typeof allElements,
  styleIn: typeof styleOf,
): 'isolated' | 'missing' | 'invalid' {
  /** The type of text nodes. */
  const TEXT = 3
  const MOVES = { transform: 'none', translate: 'none', rotate: 'none', scale: 'none', perspective: 'none' }
  const matches = find({ css }, all)
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  const { width } = element.getBoundingClientRect()
  for (let inner = element; inner !== document.documentElement;) {
    hideBeside(inner)
    const outer = inner.assignedSlot ?? inner.parentElement ?? inner.getRootNode().host
    if (!outer) break
    clear(outer)
    inner = outer
  }
  // In another place of a grid it would have another width.
  if (isBare) keepWidth(element, width)
  if (isBare) moveToCorner(element)
  else if (/fixed|absolute/.test(getComputedStyle(element).position)) release(element)
  return 'isolated'

  function hideBeside(inner: PageElement): void {
    for (const child of (inner as Child).parentNode.childNodes)
      if (child.nodeType === TEXT) child.data = ''
      else if (child !== inner) styleIn(child)?.setProperty('display', 'none', 'important')
  }

  function moveToCorner(alone: PageElement): void {
    const style = styleIn(alone)
    style?.setProperty('margin', '0', 'important')
    // Margins of what is inside move it too.
    const { left, top } = alone.getBoundingClientRect()
    style?.setProperty('margin', `${-top - scrollY}px 0 0 ${-left - scrollX}px`, 'important')
  }

  function release(placed: PageElement): void {
    keepWidth(placed, width)
    const { display } = getComputedStyle(placed)
    for (const [name, value] of Object.entries({
      // In the top layer it is absolute all the same.
      position: 'static',
      inset: '0 auto auto 0',
      margin: '0',
      height: 'auto',
      'max-height': 'none',
      'max-width': '100%',
      overflow: 'visible',
      display: display === 'block' ? 'flow-root' : display,
      ...MOVES,
    }))
      styleIn(placed)?.setProperty(name, value, 'important')
  }

  function keepWidth(alone: PageElement, px: number): void {
    styleIn(alone)?.setProperty('box-sizing', 'border-box', 'important')
    styleIn(alone)?.setProperty('width', `${px}px`, 'important')
  }

  function clear(outer: PageElement): void {
    const style = styleIn(outer)
    // An element that is alone in a grid takes its first place, which may be narrow.
    if (/grid/.test(getComputedStyle(outer).display)) style?.setProperty('display', 'block', 'important')
    for (const name of ['margin', 'padding', 'border-width', 'min-height', 'min-width'])
      style?.setProperty(name, '0', 'important')
    for (const name of ['filter', 'background', 'box-shadow', 'max-height', 'clip-path', 'mask', 'contain'])
      style?.setProperty(name, 'none', 'important')
    for (const [name, value] of Object.entries({
      position: 'static',
      overflow: 'visible',
      height: 'auto',
      columns: 'auto',
      content: 'none',
      zoom: '1',
      'backdrop-filter': 'none',
      'will-change': 'auto',
      'content-visibility': 'visible',
      ...MOVES,
    }))
      style?.setProperty(name, value, 'important')
  }
}
