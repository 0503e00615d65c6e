import { askDocument } from '../../browser/ask-document.ts'
import { findHigh } from '../../in-page/find-high.ts'
import { pinHigh } from '../../in-page/pin-high.ts'
import { pinViewportUnits } from '../../in-page/pin-viewport-units.ts'
import { stage } from '../../stage.ts'

/** Before anything of a full page grows: keeps what is as high as the viewport at that height, or notes what that is. */
export const pinHeights = stage({
  name: 'pin-heights',
  phase: 'prepare',
  owns: ['detect_full_height', 'fix_full_height'],
  borrows: ['full_page'],
  async run(work, { detect_full_height, fix_full_height, full_page }) {
    if (!full_page || (!detect_full_height && !fix_full_height)) return
    const { page } = work.tab
    const find = () => page.evaluateHandle(findHigh)
    const pin = async () => {
      await page.evaluate(pinHigh, { high: await find(), always: true })
      await page.evaluate(pinViewportUnits)
    }
    if (fix_full_height) await askDocument(work, pin)
    else work.high = await askDocument(work, find)
  },
})
