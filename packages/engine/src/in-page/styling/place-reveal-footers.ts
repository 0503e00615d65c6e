import { displayedElements } from '../finding/displayed-elements.ts'
import { createHitTest } from '../finding/hit-test.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import { placeAt } from './set-styles.ts'

declare const document: PageDocument
declare const window: PageWindow

/**
 * Places elements that are fixed to the viewport behind the page, and come into view at its end, such as reveal footers, where
 * the end of the page shows them: a full page would not show them at all. Returns whether there are any.
 */
export function placeRevealFooters(): boolean {
  /** Only a hostile page has more fixed elements than this. */
  const MAX_ELEMENTS = 20
  const MAX_LAYERS = 100
  const SHARES = [0.1, 0.5, 0.9]
  const PICTURES = /^(?:img|svg|video|canvas|iframe|object|embed)$/
  const root = document.scrollingElement ?? document.documentElement
  const { innerWidth, innerHeight } = window

  const { isInside, layersAt } = createHitTest()
  const paints = (element: PageElement): boolean => {
    const { backgroundColor, backgroundImage } = window.getComputedStyle(element)
    return (
      !/^rgba.* 0\)$/.test(backgroundColor!) || backgroundImage !== 'none' || PICTURES.test(element.localName)
    )
  }
  // The background of the root, or else that of the body, is painted behind everything.
  const behind = new Set([document.documentElement, paints(document.documentElement) ? null : document.body])
  /** Returns which share of the part of an element that lies in the viewport is not covered. */
  const seenShareOf = (element: PageElement): number | undefined => {
    const box = element.getBoundingClientRect()
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
    const width = Math.min(box.right, innerWidth) - left
    const height = Math.min(box.bottom, innerHeight) - top
    if (width < 1 || height < 1) return undefined
    const isSeenAt = (x: number, y: number): boolean => {
      const isTopmost = (each: PageElement): boolean =>
        isInside(each, element) || (!behind.has(each) && paints(each))
      const topmost = layersAt(x, y).take(MAX_LAYERS).find(isTopmost)
      return topmost !== undefined && isInside(topmost, element)
    }
    const points = SHARES.flatMap((across) =>
      SHARES.map((down) => [left + across * width, top + down * height]),
    )
    return points.filter(([x, y]) => isSeenAt(x!, y!)).length / points.length
  }

  const isFixed = (element: PageElement): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    window.getComputedStyle(element).position === 'fixed'
  const fixed = [...displayedElements().filter(isFixed).take(MAX_ELEMENTS)]
  const covered = fixed.filter((element) => (seenShareOf(element) ?? 1) < 0.5)
  if (covered.length === 0) return false

  const { scrollLeft: left, scrollTop: top } = root
  root.scrollTo({ left, top: root.scrollHeight, behavior: 'instant' })
  // A bar or a button that something covers at the top only is no part of the end.
  const isAtEnd = (element: PageElement): boolean => element.getBoundingClientRect().bottom > innerHeight - 1
  const uncovered = covered.filter((element) => isAtEnd(element) && (seenShareOf(element) ?? 0) > 0.5)
  for (const element of uncovered) {
    const box = element.getBoundingClientRect()
    const { width, height } = window.getComputedStyle(element)
    placeAt(element, box, { width: width!, height: height!, margin: '0', transition: 'none' })
  }
  root.scrollTo({ left, top, behavior: 'instant' })
  return uncovered.length > 0
}
