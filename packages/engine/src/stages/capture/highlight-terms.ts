import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
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
    const { warnings } = ctx.page
    if (terms.length === 0) {
      warnings.push('"highlight" has no words: separate words with "|".')
      return
    }
    const highlight = { terms, color: highlightfg, background: highlightbg }
    const marked = await callAcrossNavigation(ctx.page, markTerms, highlight)
    const isInFrames = await markInFrames(ctx.page, highlight, frame_selection_mode)
    if (marked === 0 && !isInFrames) warnings.push('"highlight" matches no text on the page.')
    else ctx.isPageChanged = true
  },
})
