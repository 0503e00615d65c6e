import { isVideo } from '@render/outputs'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { renderBeyondViewport } from '../../in-page/styling/render-beyond-viewport.ts'
import { captureStage } from '../../stage.ts'

/**
 * A background that becomes this many times as high as the viewport is repeated. In a lower one, the end of a larger picture
 * looks better than the beginning of a second one.
 */
const REPEATED_FROM = 1.5

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
    const request = { isWhole, repeatedFrom: REPEATED_FROM }
    if (await callAcrossNavigation(ctx.page, renderBeyondViewport, request)) ctx.isPageChanged = true
  },
})
