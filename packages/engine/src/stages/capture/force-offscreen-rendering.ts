import { isVideo } from '@render/outputs'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { placeRevealFooters } from '../../in-page/styling/place-reveal-footers.ts'
import { renderOffscreen } from '../../in-page/styling/render-offscreen.ts'
import { stretchBackdrops } from '../../in-page/styling/stretch-backdrops.ts'
import { placeAt, setStyles } from '../../in-page/styling/set-styles.ts'
import { captureStage } from '../../stage.ts'

/**
 * Makes the browser render outside of the viewport what it skips or shows only there, when more than the viewport is captured
 * or a video scrolls: the length of such a page would change on the way.
 */
export const forceOffscreenRendering = captureStage({
  name: 'force-offscreen-rendering',
  phase: 'capture',
  borrows: ['format', 'full_page', 'selector', 'clip', 'video_scroll'],
  async run(ctx, { format, full_page, selector, clip, video_scroll }) {
    const isWhole = full_page && !isVideo(format)
    if (!(isVideo(format) ? video_scroll : isWhole || selector || clip)) return
    const draw = () =>
      callInPage(ctx.page.tab, renderOffscreen, { backgrounds: isWhole }, allElements, setStyles)
    if (await evaluateAcrossNavigation(ctx.page, draw)) ctx.isPageChanged = true
    if (!isWhole) return
    const stretch = () =>
      callInPage(ctx.page.tab, stretchBackdrops, undefined, allElements, setStyles, placeAt)
    if (await evaluateAcrossNavigation(ctx.page, stretch)) ctx.isPageChanged = true
    const place = () =>
      callInPage(ctx.page.tab, placeRevealFooters, undefined, allElements, setStyles, placeAt)
    if (await evaluateAcrossNavigation(ctx.page, place)) ctx.isPageChanged = true
  },
})
