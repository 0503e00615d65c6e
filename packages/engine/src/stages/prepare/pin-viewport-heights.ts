import { pinViewportLengths } from '../../elements/pin-viewport-lengths.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { noteViewportHeights } from '../../in-page/measuring/note-viewport-heights.ts'
import { stage } from '../../stage.ts'

/** Pins what depends on the height of the viewport, or records elements as high as it, before a full page makes them grow. */
export const pinViewportHeights = stage({
  name: 'pin-viewport-heights',
  phase: 'prepare',
  owns: ['detect_full_height', 'fix_full_height'],
  borrows: ['full_page'],
  async run(ctx, { detect_full_height, fix_full_height, full_page }) {
    if (!full_page || (!detect_full_height && !fix_full_height)) return
    if (fix_full_height) return pinViewportLengths(ctx)
    await callAcrossNavigation(ctx, noteViewportHeights, undefined)
    ctx.hasNotedHeights = true
  },
})
