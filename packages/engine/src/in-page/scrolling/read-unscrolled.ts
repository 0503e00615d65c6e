import { allElements } from '../finding/all-elements.ts'
import { runsCode } from '../finding/runs-code.ts'
import { findScroller } from './find-scroller.ts'
import { loadEagerly } from './load-eagerly.ts'

declare const document: { getAnimations(): readonly object[] }

/** A page before it is scrolled. */
export interface Unscrolled {
  /** How far it was scrolled when it was read, in CSS pixels; undefined for an inert page of which only a print is made. */
  offset?: { top: number; left: number }
  /** The number of images and frames that would load near the viewport only; they load now. */
  lazy: number
  hasCode: boolean
  /**
   * Whether it does nothing by itself: it looks the same wherever it is scrolled to, and notices no capture. There is no code in
   * it, nor anything that may contain some, and no animation, which scrolling may drive.
   */
  isInert: boolean
}

/** Reads what the warm-up scroll has to know, and loads what waits for it. A print shows the same wherever the page is scrolled to. */
export function readUnscrolled({ isPrinted }: { isPrinted: boolean }): Unscrolled {
  const hasCode = runsCode()
  const lazy = loadEagerly()
  const mayContainCode = () =>
    allElements().some(({ localName, shadowRoot }) => shadowRoot || /^(?:object|embed)$/.test(localName))
  const isInert = !hasCode && document.getAnimations().length === 0 && !mayContainCode()
  // To find it, the page has to be laid out for the screen.
  const scroller = isInert && isPrinted ? undefined : findScroller()
  const offset = scroller && { top: scroller.scrollTop, left: scroller.scrollLeft }
  return { offset, lazy, hasCode, isInert }
}
