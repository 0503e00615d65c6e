import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { expandScroller as expandInPage } from '../../in-page/scrolling/expand-scroller.ts'
import { findScroller } from '../../in-page/scrolling/find-scroller.ts'
import { captureStage } from '../../stage.ts'

/** Grows an element that scrolls in place of the document, so that a full page, or a print, shows all of it. */
export const expandScroller = captureStage({
  name: 'expand-scroller',
  phase: 'capture',
  borrows: ['full_page', 'format'],
  async run(ctx, { full_page, format }) {
    if (!full_page && format !== 'pdf') return
    const expand = () => callInPage(ctx.page.tab, expandInPage, undefined, findScroller, allElements)
    if (await evaluateAcrossNavigation(ctx.page, expand)) ctx.isPageChanged = true
  },
})
