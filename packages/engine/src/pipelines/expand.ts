// The steps that captures of several kinds share.
import type { CaptureContext } from '../capture-context.ts'
import { again } from '../pipeline.ts'
import { onPageOf } from '../stage.ts'
import { expandScroller } from '../stages/capture/expand-scroller.ts'
import { forceOffscreenRendering } from '../stages/capture/force-offscreen-rendering.ts'
import { growFrame } from '../stages/capture/grow-frame.ts'
import { highlightTerms } from '../stages/capture/highlight-terms.ts'
import { keepRevealed } from '../stages/capture/keep-revealed.ts'
import { pinViewportHeights } from '../stages/capture/pin-viewport-heights.ts'
import { settlePage } from '../stages/prepare/settle-page.ts'

/** Changes the page so that more of it than the viewport can be captured. */
export const expand = [
  growFrame,
  keepRevealed,
  forceOffscreenRendering,
  expandScroller,
  // Backdrops and footers are fitted to the document, which has its whole height only now.
  again([forceOffscreenRendering], ({ isScrollerExpanded }) => isScrollerExpanded === true),
  pinViewportHeights,
  highlightTerms,
]

/** Lets the page come to rest again if the capture has changed it. */
export const settleIfChanged = again(
  [onPageOf<CaptureContext>(settlePage)],
  ({ isPageChanged }) => isPageChanged,
)
