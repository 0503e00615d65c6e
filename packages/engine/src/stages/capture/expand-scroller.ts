import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { expandInnerScroller } from '../../in-page/scrolling/expand-inner-scroller.ts'
import { releaseScroller } from '../../in-page/printing/release-scroller.ts'
import { releaseSmoothScroller } from '../../in-page/scrolling/release-smooth-scroller.ts'
import { shownSelector } from '../../page-context.ts'
import { captureStage } from '../../stage.ts'

const WAITS = { moveMs: 500, restMs: 1000 }
const LAY_OUT_MS = WAITS.moveMs + 2 * WAITS.restMs
/** The most scrollers inside each other that grow. */
const MAX_DEPTH = 3

/**
 * Lays out in the document what a script scrolls in its place. Grows an element that scrolls instead of the document, so that a
 * full page, or a print, shows all of it; on sheets of paper it is as high as its text needs there. Also grows elements that
 * scroll the captured element, when they show a part of it. A clip below the viewport may be in such an element, too.
 */
export const expandScroller = captureStage({
  name: 'expand-scroller',
  phase: 'capture',
  borrows: ['full_page', 'format', 'selector', 'clip'],
  async run(ctx, { full_page, format, clip, ...options }) {
    const selector = shownSelector(ctx.page, options.selector)
    const expand = (css?: string) => callAcrossNavigation(ctx.page, expandInnerScroller, css)
    const release = () => callAcrossNavigation(ctx.page, releaseScroller)
    const layOutOnce = () => callInPage(ctx.page.tab, releaseSmoothScroller, WAITS)
    const layOut = () => evaluateAcrossNavigation(ctx.page, layOutOnce, LAY_OUT_MS)
    const isScripted = ctx.page.runsScripts && !ctx.page.isInert
    if ((full_page || format === 'pdf') && isScripted && (await layOut())) ctx.isPageChanged = true
    const isClipped = clip !== undefined && !selector && format !== 'pdf'
    const isBelow = isClipped && clip.y + clip.height > ctx.page.viewport.height
    // Once an outer scroller has grown, one inside of it scrolls the page.
    for (let depth = full_page || isBelow ? MAX_DEPTH : 0; depth > 0 && (await expand()); depth--)
      ctx.isPageChanged = ctx.isScrollerExpanded = true
    if (format === 'pdf' && !full_page && (await release())) ctx.isPageChanged = true
    if (selector && format !== 'pdf' && (await expand(selector))) ctx.isPageChanged = true
  },
})
