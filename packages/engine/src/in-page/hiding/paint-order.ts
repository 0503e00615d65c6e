import { ancestorsOf } from '../finding/ancestors-of.ts'
import type { PageElement, PageWindow } from '../dom.ts'

interface Level {
  element: PageElement
  order: number
  /** Whether it is painted behind the flow of the page: a decoration, not the wrapper of a page. */
  isBehind: boolean
}

interface PaintPosition {
  /** The stacking contexts around an element, from the outermost to the innermost. */
  contexts: readonly Level[]
  /** The same, with the positioned element of the innermost context that contains the element. */
  levels: readonly Level[]
}

type Compared = PageElement & { compareDocumentPosition(other: PageElement): number }

/** Compares where elements are painted. It keeps what it has read, so it is for one state of the page. */
export interface PaintOrder {
  /** Returns whether a positioned element is painted over another one that is not inside it. */
  isOver(element: PageElement, other: PageElement): boolean
  /** Returns whether an element is painted behind the flow of the page. */
  isBehindPage(element: PageElement): boolean
}

declare const Element: { prototype: { matches(css: string): boolean } }
declare const window: PageWindow

/** Compares elements by the stacking contexts they are in, also elements that are not at the same point. */
export function createPaintOrder(): PaintOrder {
  const [DISCONNECTED, FOLLOWING] = [1, 4]
  const places = new Map<PageElement, PaintPosition>()
  return { isOver, isBehindPage: (element) => placeOf(element).levels.some(({ isBehind }) => isBehind) }

  function isOver(element: PageElement, other: PageElement): boolean {
    const own = placeOf(element).levels
    const others = placeOf(other).levels
    const at = own.findIndex((level, index) => level.element !== others[index]?.element)
    // The other element is inside this one.
    if (at === -1) return false
    const { element: first, order } = own[at]!
    const second = others[at]
    // The flow of a stacking context is under its positioned elements, except those of a negative order.
    if (!second) return order >= 0
    return order === second.order ? isAfter(first, second.element) : order > second.order
  }

  /** Returns whether an element begins after another one, or inside it; the content of a shadow tree is inside the host. */
  function isAfter(element: PageElement, other: PageElement): boolean {
    const position = (other as Compared).compareDocumentPosition(element)
    if ((position & DISCONNECTED) === 0) return (position & FOLLOWING) > 0
    const [own, others] = [[...ancestorsOf(element)].toReversed(), [...ancestorsOf(other)].toReversed()]
    const at = own.findIndex((each, index) => each !== others[index])
    const [first, second] = [own[at], others[at]]
    if (!first || !second) return first !== undefined
    return ((second as Compared).compareDocumentPosition(first) & FOLLOWING) > 0
  }

  function placeOf(element: PageElement): PaintPosition {
    const unknown: PageElement[] = []
    let place: PaintPosition | undefined
    for (const each of ancestorsOf(element)) {
      place = places.get(each)
      if (place) break
      unknown.push(each)
    }
    place ??= { contexts: [], levels: [] }
    for (const each of unknown.toReversed()) {
      place = placeIn(place, each)
      places.set(each, place)
    }
    return place
  }

  function placeIn(outer: PaintPosition, element: PageElement): PaintPosition {
    if (element.localName === 'html') return outer
    const { position, zIndex, opacity, transform, filter, isolation } = window.getComputedStyle(element)
    // A control of this name hides the method of its form.
    const isOnTop = Element.prototype.matches.call(element, ':modal, :popover-open')
    const hasOrder = zIndex !== 'auto' && (position !== 'static' || isItem(element))
    const order = isOnTop ? Infinity : hasOrder ? Number(zIndex) : 0
    const isContext =
      isOnTop ||
      position === 'fixed' ||
      position === 'sticky' ||
      hasOrder ||
      opacity !== '1' ||
      transform !== 'none' ||
      filter !== 'none' ||
      isolation === 'isolate'
    if (!isContext && position === 'static') return outer
    const level = { element, order, isBehind: order < 0 && element.textContent.trim() === '' }
    const levels = isOnTop ? [level] : [...outer.contexts, level]
    return { contexts: isContext ? levels : outer.contexts, levels }
  }

  /** Returns whether an element is placed by a flex box or a grid, where `z-index` counts without a position. */
  function isItem(element: PageElement): boolean {
    const [, parent] = ancestorsOf(element).take(2)
    return parent !== undefined && /flex|grid/.test(window.getComputedStyle(parent).display ?? '')
  }
}
