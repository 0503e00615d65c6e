import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { markTerms } from '../../in-page/styling/mark-terms.ts'
import { captureStage } from '../../stage.ts'

/** Highlights words on the page. A match lies within one text node. */
export const highlightTerms = captureStage({
  name: 'highlight-terms',
  phase: 'capture',
  owns: ['highlight', 'highlightfg', 'highlightbg'],
  async run(ctx, { highlight: terms, highlightfg: color, highlightbg: background }) {
    if (!terms) return
    const { tab, warnings } = ctx.page
    if (terms.length === 0) {
      warnings.push('"highlight" has no words: separate words with "|".')
      return
    }
    const mark = () => callInPage(tab, markTerms, { terms, color, background })
    const marked = await evaluateAcrossNavigation(ctx.page, mark)
    if (marked === 0) warnings.push('"highlight" matches no text on the page.')
    else ctx.isPageChanged = true
  },
})
