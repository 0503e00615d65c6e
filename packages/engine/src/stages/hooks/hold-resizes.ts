import { hearResizesFirst } from '../../in-page/hear-resizes-first.ts'
import { stage } from '../../stage.ts'

/**
 * A capture beyond the viewport makes it another size for a moment: prepares that the page does not hear of it. Markup
 * without an address does, as it is written into a document that is there already.
 */
export const holdResizes = stage({
  name: 'hold-resizes',
  phase: 'hooks',
  borrows: ['full_page', 'selector', 'clip'],
  async run({ tab: { page } }, { full_page, selector, clip }) {
    if (full_page || selector !== undefined || clip !== undefined) await page.addInitScript(hearResizesFirst)
  },
})
