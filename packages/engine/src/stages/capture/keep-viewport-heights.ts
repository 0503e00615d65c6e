import { pinViewportHeights } from '../../in-page/measuring/pin-viewport-heights.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { styleOf } from '../../in-page/styling/style-of.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { captureStage } from '../../stage.ts'

/** Gives elements that were as high as the viewport, and have grown since, their height back. */
export const keepViewportHeights = captureStage({
  name: 'keep-viewport-heights',
  phase: 'capture',
  async run({ page }) {
    if (!page.hasNotedHeights) return
    await evaluateAcrossNavigation(page, () =>
      callInPage(page.tab, pinViewportHeights, { always: false }, styleOf),
    )
  },
})
