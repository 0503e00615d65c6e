import { pinHeights } from '../../in-page/measuring/pin-heights.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { captureStage } from '../../stage.ts'

/** Gives elements that were as high as the viewport, and have grown since, their height back. */
export const pinViewportHeights = captureStage({
  name: 'pin-viewport-heights',
  phase: 'capture',
  async run({ page }) {
    if (!page.hasRecordedHeights) return
    await callAcrossNavigation(page, pinHeights, { always: false })
  },
})
