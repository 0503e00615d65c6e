import { allElements } from '../finding/all-elements.ts'
import { runsCode } from '../finding/runs-code.ts'
import { findScroller } from './find-scroller.ts'
import { loadEagerly } from './load-eagerly.ts'

declare const document: { getAnimations(): readonly object[] }

/** A page before it is scrolled. */
export interface Unscrolled {
  /** How far it was scrolled when it was read, in CSS pixels. */
  offset: { top: number; left: number }
  /** The number of images and frames that would load near the viewport only; they load now. */
  lazy: number
  hasCode: boolean
  /**
   * Whether it does nothing by itself: it looks the same wherever it is scrolled to, and notices no capture. There is no code in
   * it, nor anything that may contain some, and no animation, which scrolling may drive.
   */
  isInert: boolean
}

/** Reads what the warm-up scroll has to know, and loads what waits for it. */
export function readUnscrolled(): Unscrolled {
  const { scrollTop: top, scrollLeft: left } = findScroller()
  const hasCode = runsCode()
  const lazy = loadEagerly()
  const mayContainCode = () =>
    allElements().some(({ localName, shadowRoot }) => shadowRoot || /^(?:object|embed)$/.test(localName))
  const isInert = !hasCode && document.getAnimations().length === 0 && !mayContainCode()
  return { offset: { top, left }, lazy, hasCode, isInert }
}
