import type { PageDocument } from '../dom.ts'
import { findScroller } from '../scrolling/find-scroller.ts'
import { placeRevealFooters } from './place-reveal-footers.ts'
import { renderOffscreen } from './render-offscreen.ts'
import { stretchBackdrops } from './stretch-backdrops.ts'

declare const document: PageDocument

/**
 * Makes the browser paint outside of the viewport what it skips there, and on a whole page what it shows only in the viewport.
 * Where an element scrolls in place of the document, the latter waits for the next call, once the document is as high as the
 * page. Returns whether anything changed.
 */
export async function renderBeyondViewport({
  isWhole,
  repeatedFrom,
}: {
  isWhole: boolean
  repeatedFrom: number
}): Promise<boolean> {
  const root = document.scrollingElement ?? document.documentElement
  const isAsHigh = isWhole && findScroller() === root
  const isRendered = renderOffscreen({ backgrounds: isAsHigh, repeatedFrom })
  if (!isAsHigh) return isRendered
  const isStretched = await stretchBackdrops({ repeatedFrom })
  const isPlaced = placeRevealFooters()
  return isRendered || isStretched || isPlaced
}
