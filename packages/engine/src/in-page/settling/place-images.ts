import type { Area } from '../../geometry.ts'
import { allElements } from '../finding/all-elements.ts'

/** Names the area to capture: an element, else a box in CSS pixels of the document, else the whole page or the viewport. */
export interface Captured {
  selector?: string
  clip?: Area
  isWhole: boolean
}

/** Maps addresses of pictures to their place inside or outside of the captured area; other pictures are not drawn yet. */
export type Placed = Record<string, 'inside' | 'outside'>

declare const document: {
  baseURI: string
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}
declare const innerWidth: number
declare const innerHeight: number
declare const scrollX: number
declare const scrollY: number
declare function getComputedStyle(
  element: Element,
  part: string | null,
): { getPropertyValue(property: string): string }

/** Names pictures; with `onlyShown`, those that are invisible, or of one pixel, are not placed. */
interface Wanted {
  addresses: string[]
  captured: Captured
  onlyShown: boolean
}

/** Returns where the pictures at these addresses are drawn. */
export function placeImages({ addresses, captured, onlyShown }: Wanted): Placed {
  const SHOWING = 'img, input[type=image], video[poster], image'
  const DRAWN_BY = ['background-image', 'border-image-source', 'mask-image', 'list-style-image', 'content']
  const PARTS = [null, '::before', '::after']

  const box = capturedBox()
  const placed: Placed = {}
  for (const element of document.querySelectorAll(SHOWING)) placeShown(element)
  const unplaced = addresses.filter((address) => !placed[address])
  if (unplaced.length === 0) return placed
  for (const element of allElements() as Iterable<Element>) {
    // Those in shadow trees were not found above.
    if (Element.prototype.matches.call(element, SHOWING)) placeShown(element)
    for (const part of PARTS) {
      const style = getComputedStyle(element, part)
      const drawn = DRAWN_BY.map((property) => style.getPropertyValue(property)).join()
      if (drawn.includes('url('))
        for (const address of unplaced) if (drawn.includes(address)) place(address, element)
    }
  }
  return placed

  function placeShown(element: Element): void {
    for (const address of [element.currentSrc, element.src, element.poster, element.href?.baseVal]) {
      const [whole] = (address && URL.parse(address, document.baseURI)?.href.split('#')) || []
      if (whole && addresses.includes(whole)) place(whole, element)
    }
  }

  function place(address: string, element: Element): void {
    if (onlyShown && !isShown(element)) return
    if (placed[address] !== 'inside') placed[address] = isInside(element) ? 'inside' : 'outside'
  }

  function isShown(element: Element): boolean {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const isPixel = right - left === 1 && bottom - top === 1
    return !isPixel && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  /** Returns whether the element touches the area. The bounds are inclusive for elements that have no size yet. */
  function isInside(element: Element): boolean {
    if (!box) return true
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return left <= box.right && right >= box.left && top <= box.bottom && bottom >= box.top
  }

  /** Returns the captured area in CSS pixels of the viewport; undefined for the whole page. */
  function capturedBox(): Box | undefined {
    const { selector, clip, isWhole } = captured
    const element = selector ? matchOf(selector) : null
    if (element) return element.getBoundingClientRect()
    if (clip) {
      const [left, top] = [clip.x - scrollX, clip.y - scrollY]
      return { left, top, right: left + clip.width, bottom: top + clip.height }
    }
    return isWhole ? undefined : { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  }

  function matchOf(selector: string): Element | null {
    try {
      return document.querySelector(selector)
    } catch {
      return null // The selector is invalid; the capture reports that.
    }
  }
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

declare const Element: { prototype: { matches(selector: string): boolean } }

interface Element {
  currentSrc?: string
  src?: string
  poster?: string
  href?: { baseVal?: string }
  checkVisibility(options: { opacityProperty: boolean; visibilityProperty: boolean }): boolean
  getBoundingClientRect(): Box
}
