import { isVideo } from '@render/outputs'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { displayedElements } from '../../in-page/finding/displayed-elements.ts'
import { ancestorsOf } from '../../in-page/finding/ancestors-of.ts'
import { createHitTest } from '../../in-page/finding/hit-test.ts'
import { placeRevealFooters } from '../../in-page/styling/place-reveal-footers.ts'
import { createBackgroundReader } from '../../in-page/styling/background-reader.ts'
import { renderOffscreen } from '../../in-page/styling/render-offscreen.ts'
import { repeatBackground } from '../../in-page/styling/repeat-background.ts'
import { setLayeredStyles } from '../../in-page/styling/set-layered-styles.ts'
import { stretchBackdrops } from '../../in-page/styling/stretch-backdrops.ts'
import { stretchMedia } from '../../in-page/styling/stretch-media.ts'
import { placeAt, setStyles } from '../../in-page/styling/set-styles.ts'
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
    const request = { backgrounds: isWhole, repeatedFrom: REPEATED_FROM }
    const pictures = [createBackgroundReader, repeatBackground] as const
    if (
      await callAcrossNavigation(
        ctx.page,
        renderOffscreen,
        request,
        displayedElements,
        setStyles,
        ...pictures,
      )
    )
      ctx.isPageChanged = true
    if (!isWhole) return
    const tools = [displayedElements, ancestorsOf, createHitTest, setStyles, placeAt] as const
    const stretching = [...tools, setLayeredStyles, ...pictures, stretchMedia] as const
    if (await callAcrossNavigation(ctx.page, stretchBackdrops, request, ...stretching))
      ctx.isPageChanged = true
    if (await callAcrossNavigation(ctx.page, placeRevealFooters, undefined, ...tools))
      ctx.isPageChanged = true
  },
})
