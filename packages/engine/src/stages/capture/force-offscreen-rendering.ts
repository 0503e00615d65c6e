import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { renderOffscreen } from '../../in-page/styling/render-offscreen.ts'
import { stretchBackdrops } from '../../in-page/styling/stretch-backdrops.ts'
import { captureStage } from '../../stage.ts'

/** Makes the browser render outside of the viewport what it skips or shows only there, when more than the viewport is captured. */
export const forceOffscreenRendering = captureStage({
  name: 'force-offscreen-rendering',
  phase: 'capture',
  borrows: ['full_page', 'selector', 'clip'],
  async run(ctx, { full_page, selector, clip }) {
    if (!full_page && !selector && !clip) return
    const draw = () => callInPage(ctx.page.tab, renderOffscreen, { backgrounds: full_page }, allElements)
    if (await evaluateAcrossNavigation(ctx.page, draw)) ctx.isPageChanged = true
    if (!full_page) return
    const stretch = () => callInPage(ctx.page.tab, stretchBackdrops, undefined, allElements)
    if (await evaluateAcrossNavigation(ctx.page, stretch)) ctx.isPageChanged = true
  },
})
