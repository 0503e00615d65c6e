import { placeRevealFooters } from './place-reveal-footers.ts'
import { renderOffscreen } from './render-offscreen.ts'
import { stretchBackdrops } from './stretch-backdrops.ts'

/**
 * Makes the browser paint outside of the viewport what it skips there, and on a whole page what it shows only in the viewport.
 * Returns whether anything changed.
 */
export async function renderBeyondViewport({
  isWhole,
  repeatedFrom,
}: {
  isWhole: boolean
  repeatedFrom: number
}): Promise<boolean> {
  const isRendered = renderOffscreen({ backgrounds: isWhole, repeatedFrom })
  if (!isWhole) return isRendered
  const isStretched = await stretchBackdrops({ repeatedFrom })
  const isPlaced = placeRevealFooters()
  return isRendered || isStretched || isPlaced
}
