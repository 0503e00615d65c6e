import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { noteViewportHeights } from '../../in-page/measuring/note-viewport-heights.ts'
import { pinViewportHeights as pinInPage } from '../../in-page/measuring/pin-viewport-heights.ts'
import { pinViewportUnits } from '../../in-page/measuring/pin-viewport-units.ts'
import { stage } from '../../stage.ts'

/** Pins, or records, elements as high as the viewport before a full page makes them grow. */
export const pinViewportHeights = stage({
  name: 'pin-viewport-heights',
  phase: 'prepare',
  owns: ['detect_full_height', 'fix_full_height'],
  borrows: ['full_page'],
  async run(ctx, { detect_full_height, fix_full_height, full_page }) {
    if (!full_page || (!detect_full_height && !fix_full_height)) return
    const note = () => callInPage(ctx.tab, noteViewportHeights, undefined)
    const pin = async () => {
      await note()
      await callInPage(ctx.tab, pinInPage, { always: true })
      await callInPage(ctx.tab, pinViewportUnits, undefined)
    }
    await evaluateAcrossNavigation(ctx, fix_full_height ? pin : note)
    ctx.hasNotedHeights = !fix_full_height
  },
})
