import { noteViewportHeights as noteHeights } from '../../in-page/measuring/note-viewport-heights.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { stage } from '../../stage.ts'

/** Records which elements are as high as the viewport, before a full page makes them grow. */
export const noteViewportHeights = stage({
  name: 'note-viewport-heights',
  phase: 'prepare',
  owns: ['detect_full_height'],
  borrows: ['full_page', 'fix_full_height'],
  async run(ctx, { detect_full_height, full_page, fix_full_height }) {
    // Pinning the lengths pins these heights too.
    if (!full_page || !detect_full_height || fix_full_height) return
    await callAcrossNavigation(ctx, noteHeights, undefined)
    ctx.hasNotedHeights = true
  },
})
