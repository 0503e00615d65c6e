import { allElements } from '../finding/all-elements.ts'
import { displayedElements } from '../finding/displayed-elements.ts'
import { createHitTest } from '../finding/hit-test.ts'
import { listContent } from './list-content.ts'
import { createPaintOrder, type PaintOrder } from './paint-order.ts'
import type { Box, PageElement, PageWindow } from '../dom.ts'
import { unlockScroll } from './unlock-scroll.ts'
import { setStyles } from '../styling/set-styles.ts'

interface Layer {
  element: PageElement
  order: number
  /** The part of it in the viewport. */
  box: Box
  /** The share of the viewport that it covers, from 0 to 1. */
  share: number
  isFixed: boolean
  isModal: boolean
}

type Content = ReturnType<typeof listContent>[number]
type Boxed = PageElement & {
  innerText?: string
  readonly offsetParent: PageElement | null
  close?(): void
}

declare const Element: { prototype: { matches(selector: string): boolean } }
declare const window: PageWindow & { readonly scrollY: number }
declare const document: {
  readonly body: Boxed | null
  readonly documentElement: PageElement
}

/**
 * Hides elements that lie over the page: blocks outside of the flow that cover a large share of the viewport, the layer
 * that dims the page behind them, and elements over that layer. Then makes the page scrollable again. An element with
 * most of the page's text counts as the page itself, and so does one beside all other content, behind it, or in place of
 * it. Returns whether the page was locked.
 */
export function removePopups(): boolean {
  const COVER = 0.9
  const LARGE = 0.25
  const SMALL = 0.02
  /** Hiding an element may uncover another one, so the search runs up to this many times. */
  const ROUNDS = 4

  const { innerWidth, innerHeight, scrollY } = window
  const { isInside, isOnTopIn } = createHitTest()
  const isScrollable = document.documentElement.scrollHeight > innerHeight
  const pageText = document.body ? textLengthOf(document.body) : 0
  let isCleared = false
  let floor: number | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    const candidates = displayedElements().map(layerOf).filter(isLayer).toArray()
    const content = candidates.length > 0 ? listContent() : []
    const paint = createPaintOrder()
    const pieces = content.filter(({ element }) => !paint.isBehindPage(element))
    const layers = candidates.filter((layer) => pieces.some((piece) => liesOver(layer, piece, paint)))
    const covers = layers.filter(({ share }) => share >= COVER)
    if (covers.length > 0) floor = Math.min(floor ?? Infinity, ...covers.map(({ order }) => order))
    const least = floor === undefined ? LARGE : SMALL
    const popups = layers.filter(
      ({ share, order, isModal }) => (isModal || share >= least) && order >= (floor ?? 0),
    )
    if (popups.length === 0) break
    for (const { element } of popups) {
      // A transition, such as that of a dialog that closes, would show it for longer.
      setStyles(element, { transition: 'none', display: 'none' })
      if (element.localName === 'dialog') (element as Boxed).close?.()
      isCleared = true
    }
  }
  return isCleared && unlockScroll()

  /** Returns the number of characters of an element, also in shadow trees, which `innerText` lacks. */
  function textLengthOf(element: PageElement): number {
    let length = (element as Boxed).innerText?.length ?? 0
    const addTree = ({ shadowRoot }: PageElement): void => {
      for (const child of shadowRoot?.children ?? [])
        if (child.checkVisibility()) length += (child as Boxed).innerText?.length ?? 0
    }
    addTree(element)
    allElements(element).forEach(addTree)
    if (element.shadowRoot) allElements(element.shadowRoot).forEach(addTree)
    return length
  }

  function layerOf(element: PageElement): Layer | undefined {
    const { position, zIndex, opacity, pointerEvents } = window.getComputedStyle(element)
    // A control of this name hides the method of its form.
    const matches = (css: string): boolean => Element.prototype.matches.call(element, css)
    if (position !== 'fixed' && !(position === 'absolute' && Number(zIndex) >= 1 && liesOverPage(element)))
      return undefined
    if (opacity === '0' || pointerEvents === 'none') return undefined
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x0, x1] = [Math.max(0, left), Math.min(innerWidth, right)]
    const [y0, y1] = [Math.max(0, top), Math.min(innerHeight, bottom)]
    if (x1 <= x0 || y1 <= y0) return undefined
    const share = ((x1 - x0) * (y1 - y0)) / (innerWidth * innerHeight)
    if (share < SMALL) return undefined
    const own = textLengthOf(element)
    if (pageText > 0 && own > pageText / 2 && own > 400) return undefined
    const box = { left: x0, top: y0, right: x1, bottom: y1 }
    if (!isOnTopIn(element, box)) return undefined
    return {
      element,
      box,
      share,
      order: matches(':modal, :popover-open') ? Infinity : Number(zIndex) || 0,
      isFixed: position === 'fixed',
      isModal: matches(':modal'),
    }
  }

  /** Returns whether a layer is as high as the viewport, at its side: the page may make room for it. */
  function isDocked({ box: { left, top, right, bottom } }: Layer): boolean {
    return bottom - top >= COVER * innerHeight && (left <= 0 || right >= innerWidth)
  }

  /** Returns whether a layer is a bar at the top: the page may make room for it there. */
  function isTopBar(layer: Layer): boolean {
    const { left, top, right } = layer.box
    return top <= 0 && right - left >= COVER * innerWidth && !isDocked(layer)
  }

  /** Returns whether a layer lies over a piece of content that is not its own, here or where the page is scrolled to. */
  function liesOver(layer: Layer, { element, box }: Content, paint: PaintOrder): boolean {
    const { left, top, right, bottom } = layer.box
    if (right <= box.left || left >= box.right) return false
    // A page that makes room for a bar does so where it is not scrolled.
    const scrolled = isTopBar(layer) ? scrollY : 0
    const isOnScreen = bottom > box.top + scrolled && top < box.bottom + scrolled
    const isPassed = isScrollable && layer.isFixed && !isDocked(layer) && !isTopBar(layer)
    if ((!isOnScreen && !isPassed) || isInside(layer.element, element)) return false
    return paint.isOver(layer.element, element)
  }

  /** Returns whether an element is placed on the page as a whole, and not on a part of it, as the text over a picture is. */
  function liesOverPage(element: PageElement): boolean {
    const { offsetParent } = element as Boxed
    if (offsetParent === null || offsetParent.localName === 'body') return true
    return offsetParent.scrollHeight >= COVER * document.documentElement.scrollHeight
  }

  function isLayer(layer: Layer | undefined): layer is Layer {
    return layer !== undefined
  }
}
