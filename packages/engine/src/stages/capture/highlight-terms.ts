import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { markInFrames } from '../../elements/match-elements.ts'
import { markTerms } from '../../in-page/styling/mark-terms.ts'
import { captureStage } from '../../stage.ts'

/** Highlights words on the page. A match lies within one text node. */
export const highlightTerms = captureStage({
  name: 'highlight-terms',
  phase: 'capture',
  owns: ['highlight', 'highlightfg', 'highlightbg'],
  borrows: ['frame_selection_mode'],
  async run(ctx, { highlight: terms, highlightfg, highlightbg, frame_selection_mode }) {
    if (!terms) return
    const { tab, warnings } = ctx.page
    if (terms.length === 0) {
      warnings.push('"highlight" has no words: separate words with "|".')
      return
    }
    const highlight = { terms, color: highlightfg, background: highlightbg }
    const mark = () => callInPage(tab, markTerms, highlight)
    const marked = await evaluateAcrossNavigation(ctx.page, mark)
    const isInFrames = await markInFrames(ctx.page, highlight, frame_selection_mode)
    if (marked === 0 && !isInFrames) warnings.push('"highlight" matches no text on the page.')
    else ctx.isPageChanged = true
  },
})
