import { allElements } from '../../in-page/finding/all-elements.ts'
import { findMatches } from '../../in-page/finding/find-matches.ts'
import { bringIntoView } from '../../in-page/scrolling/bring-into-view.ts'
import { shownSelector } from '../../page-context.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { awaitFrame } from '../../settling/await-frame.ts'
import { captureStage } from '../../stage.ts'

/** Scrolls to the captured element, so that the page shows what it shows there, and has its measures. */
export const scrollToElement = captureStage({
  name: 'scroll-to-element',
  phase: 'capture',
  borrows: ['selector'],
  async run(ctx, options) {
    const selector = shownSelector(ctx.page, options.selector)
    if (!selector) return
    const scroll = () => callInPage(ctx.page.tab, bringIntoView, selector, findMatches, allElements)
    if (!(await evaluateAcrossNavigation(ctx.page, scroll)) || !ctx.page.runsScripts) return
    await awaitFrame(ctx.page)
    ctx.isPageChanged = true
  },
})
