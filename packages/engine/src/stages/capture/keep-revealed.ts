import { revealAndKeep } from '../../in-page/scrolling/reveal-and-keep.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { captureStage } from '../../stage.ts'

const PATIENCE = { appearMs: 250, paintMs: 1000, forMs: 5000 }

/**
 * Keeps what the page shows only while it is in view, such as sections that fade in and out on scrolling: a full page
 * shows all of it at once.
 */
export const keepRevealed = captureStage({
  name: 'keep-revealed',
  phase: 'capture',
  borrows: ['full_page', 'format'],
  async run(ctx, { full_page, format }) {
    const { isWarmedUp, runsScripts, isInert, tab } = ctx.page
    if (!isWarmedUp || !(full_page || format === 'pdf') || !runsScripts || isInert) return
    const keep = () => callInPage(tab, revealAndKeep, PATIENCE)
    const longestMs = PATIENCE.forMs + PATIENCE.paintMs
    if (await evaluateAcrossNavigation(ctx.page, keep, longestMs)) ctx.isPageChanged = true
  },
})
