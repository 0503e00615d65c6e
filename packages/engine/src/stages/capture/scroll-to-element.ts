import { bringIntoView } from '../../in-page/scrolling/bring-into-view.ts'
import { shownSelector } from '../../page-context.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
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
    const isMoved = await callAcrossNavigation(ctx.page, bringIntoView, selector)
    if (!isMoved || !ctx.page.runsScripts) return
    await awaitFrame(ctx.page)
    ctx.isPageChanged = true
  },
})
