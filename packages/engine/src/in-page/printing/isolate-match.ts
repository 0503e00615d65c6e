import { findMatches } from '../finding/find-matches.ts'
import type { PageElement } from '../dom.ts'
import { placeAt, setStyles } from '../styling/set-styles.ts'

type Child = PageElement & {
  readonly nodeType: number
  data: string
  readonly parentNode: { readonly childNodes: Iterable<Child> }
}

declare const document: { readonly documentElement: PageElement }
declare function getComputedStyle(
  element: object,
): Readonly<Record<'display' | 'position' | 'width' | 'height', string>>
declare const scrollX: number
declare const scrollY: number

interface Isolation {
  css: string
  isBare: boolean
  mark: string
}

/**
 * Leaves only the first match of a CSS selector on the page, at its beginning: everything beside its ancestors is hidden, and
 * these take no space, cut nothing off and get an attribute, `mark`. With `isBare` it is moved into the corner of the page;
 * otherwise it continues from sheet to sheet, also when it was placed over the page.
 */
export function isolateMatch({ css, isBare, mark }: Isolation): 'isolated' | 'missing' | 'invalid' {
  /** The type of text nodes. */
  const TEXT = 3
  const MOVES = { transform: 'none', translate: 'none', rotate: 'none', scale: 'none', perspective: 'none' }
  const matches = findMatches({ css })
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  const { width } = element.getBoundingClientRect()
  const styles = getComputedStyle(element)
  const isPlaced = /fixed|absolute/.test(styles.position)
  const asNow = { width: styles.width, height: styles.height, margin: '0', ...MOVES }
  for (let inner = element; inner !== document.documentElement;) {
    hideBeside(inner)
    const outer = inner.assignedSlot ?? inner.parentElement ?? inner.getRootNode().host
    if (!outer) break
    outer.setAttribute(mark, '')
    clear(outer)
    inner = outer
  }
  if (isBare && isPlaced) placeAt(element, { left: -scrollX, top: -scrollY }, asNow)
  else if (isBare) moveToCorner(element)
  else if (isPlaced) release(element)
  return 'isolated'

  function hideBeside(inner: PageElement): void {
    for (const child of (inner as Child).parentNode.childNodes)
      if (child.nodeType === TEXT) child.data = ''
      else if (child !== inner) setStyles(child, { display: 'none' })
  }

  function moveToCorner(alone: PageElement): void {
    // In another place of a grid it would have another width.
    keepWidth(alone, width)
    setStyles(alone, { margin: '0' })
    // Margins of what is inside move it too.
    const { left, top } = alone.getBoundingClientRect()
    setStyles(alone, { margin: `${-top - scrollY}px 0 0 ${-left - scrollX}px` })
  }

  function release(placed: PageElement): void {
    keepWidth(placed, width)
    const { display } = getComputedStyle(placed)
    setStyles(placed, {
      // Elements inside keep the places that its edges give them. The top layer makes it absolute all the same.
      position: 'relative',
      inset: '0 auto auto 0',
      margin: '0',
      height: 'auto',
      'max-height': 'none',
      'max-width': '100%',
      overflow: 'visible',
      display: display === 'block' ? 'flow-root' : display,
      ...MOVES,
    })
  }

  function keepWidth(alone: PageElement, px: number): void {
    setStyles(alone, { 'box-sizing': 'border-box', width: `${px}px` })
  }

  function clear(outer: PageElement): void {
    // An element that is alone in a grid takes its first place, which may be narrow.
    if (/grid/.test(getComputedStyle(outer).display)) setStyles(outer, { display: 'block' })
    for (const name of ['margin', 'padding', 'border-width', 'min-height', 'min-width'])
      setStyles(outer, { [name]: '0' })
    const removed = 'filter background box-shadow outline max-height clip-path mask contain'
    for (const name of removed.split(' ')) setStyles(outer, { [name]: 'none' })
    setStyles(outer, {
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
    })
  }
}
