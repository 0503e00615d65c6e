import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import { findScroller } from '../scrolling/find-scroller.ts'
import { setStyles } from '../styling/set-styles.ts'

/** Moves the page of a video. Only our isolated world has it. */
export interface Mover {
  /** Returns the position of an element that the page can be moved to. */
  positionOf: (element: PageElement) => number
  moveTo: (position: number) => void
}

export interface ScrollRange {
  /** The last position that the page can be moved to, in CSS pixels. */
  end: number
  /** The visible height of what is moved. */
  height: number
}

declare const document: PageDocument
declare const window: PageWindow

/**
 * Prepares to move the page of a video and measures how far that goes. With `isInner`, a page that does not scroll itself is
 * moved by its largest scrolling element, or else as a whole.
 */
export function prepareScrolling({ isInner }: { isInner: boolean }): ScrollRange {
  const root = document.scrollingElement ?? document.documentElement
  const lengthOf = ({ scrollHeight, clientHeight }: PageElement) => Math.max(0, scrollHeight - clientHeight)
  const { body } = document
  const overflowOf = (element: PageElement): string => window.getComputedStyle(element).overflowY!
  // With an overflow of its own, the body scrolls in place of the document. It is the document's where that has none.
  const scrollsBody =
    body !== null &&
    lengthOf(root) === 0 &&
    overflowOf(document.documentElement) !== 'visible' &&
    /auto|scroll/.test(overflowOf(body))
  const scroller = isInner ? findScroller() : scrollsBody ? body : root
  const isMoved = isInner && body !== null && lengthOf(scroller) === 0
  const top = scroller === root ? 0 : scroller.getBoundingClientRect().top
  setStyles(scroller, { 'scroll-snap-type': 'none' })
  let moved = 0
  const mover: Mover = isMoved
    ? {
        positionOf: (element) => element.getBoundingClientRect().top + moved,
        moveTo(position) {
          moved = position
          setStyles(body, { transform: `translateY(${-position}px)` })
        },
      }
    : {
        positionOf: (element) => element.getBoundingClientRect().top - top + scroller.scrollTop,
        moveTo: (position) => scroller.scrollTo({ top: position, behavior: 'instant' }),
      }
  // What the body cuts off would not come into view.
  if (isMoved) setStyles(body, { overflow: 'visible' })
  mover.moveTo(0)
  ;(globalThis as Record<symbol, unknown>)[Symbol.for('render.mover')] = mover
  return isMoved
    ? { end: Math.max(0, body.scrollHeight - window.innerHeight), height: window.innerHeight }
    : { end: lengthOf(scroller), height: scroller.clientHeight }
}

/** Moves the page of a video; a document that replaced the prepared one stays where it is. */
export function movePage(position: number): void {
  const mover = (globalThis as Record<symbol, unknown>)[Symbol.for('render.mover')] as Mover | undefined
  mover?.moveTo(position)
}
