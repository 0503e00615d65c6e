import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { expandScroller as expandInPage } from '../../in-page/scrolling/expand-scroller.ts'
import { findScroller } from '../../in-page/scrolling/find-scroller.ts'
import { imageStage } from '../../stage.ts'

/** Grows an element that scrolls in place of the document, so that a full page shows all of it. */
export const expandScroller = imageStage({
  name: 'expand-scroller',
  phase: 'capture',
  borrows: ['full_page'],
  async run(ctx, { full_page }) {
    if (!full_page) return
    const expand = () => callInPage(ctx.page.tab, expandInPage, undefined, findScroller, allElements)
    if (await evaluateAcrossNavigation(ctx.page, expand)) ctx.isPageChanged = true
  },
})
