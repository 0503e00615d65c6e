import { GROWING, mayGrow } from '../../elements/may-grow.ts'
import { recordHeights } from '../../in-page/measuring/record-heights.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { stage } from '../../stage.ts'

/** Records which elements are as high as the viewport, before a larger viewport makes them grow. */
export const recordViewportHeights = stage({
  name: 'record-viewport-heights',
  phase: 'prepare',
  owns: ['detect_full_height'],
  direct: true,
  borrows: [...GROWING, 'fix_full_height'],
  async run(ctx, { detect_full_height, fix_full_height, ...options }) {
    // Pinning the lengths pins these heights too.
    if (!detect_full_height || fix_full_height || !mayGrow(options)) return
    await callAcrossNavigation(ctx, recordHeights)
    ctx.hasRecordedHeights = true
  },
})
