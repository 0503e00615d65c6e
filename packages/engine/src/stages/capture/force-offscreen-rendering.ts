import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { drawAll } from '../../in-page/styling/draw-all.ts'
import { captureStage } from '../../stage.ts'

/** Makes the browser render what it skips outside of the viewport, when more than the viewport is captured. */
export const forceOffscreenRendering = captureStage({
  name: 'force-offscreen-rendering',
  phase: 'capture',
  borrows: ['full_page', 'selector', 'clip'],
  async run(ctx, { full_page, selector, clip }) {
    if (!full_page && !selector && !clip) return
    const draw = () => callInPage(ctx.page.tab, drawAll, { backgrounds: full_page }, allElements)
    if (await evaluateAcrossNavigation(ctx.page, draw)) ctx.isPageChanged = true
  },
})
