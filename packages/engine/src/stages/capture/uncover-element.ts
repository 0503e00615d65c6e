import { uncoverMatch } from '../../in-page/hiding/uncover-match.ts'
import { shownSelector } from '../../page-context.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { captureStage } from '../../stage.ts'

/** Hides the bars of the page that lie over the captured element, unless they are wanted. */
export const uncoverElement = captureStage({
  name: 'uncover-element',
  phase: 'capture',
  borrows: ['selector', 'freeze_fixed'],
  async run(ctx, { freeze_fixed, ...options }) {
    const selector = shownSelector(ctx.page, options.selector)
    if (!selector || freeze_fixed === false) return
    await callAcrossNavigation(ctx.page, uncoverMatch, selector)
  },
})
