import { askDocument } from '../../browser/ask-document.ts'
import { markTerms } from '../../in-page/mark-terms.ts'
import { stage } from '../../stage.ts'

/** Marks words on the page. Matches lie within one text node: markup in the middle of a word parts it. */
export const highlightTerms = stage({
  name: 'highlight-terms',
  phase: 'prepare',
  owns: ['highlight', 'highlightfg', 'highlightbg'],
  async run(work, { highlight, highlightfg: color, highlightbg: background }) {
    if (!highlight) return
    const terms = highlight.split('|').filter((term) => term.trim() !== '')
    if (terms.length === 0) {
      work.warnings.push('"highlight" holds no words between its bars.')
      return
    }
    const mark = () => work.tab.page.evaluate(markTerms, { terms, color, background })
    const marked = await askDocument(work, mark)
    if (marked === 0) work.warnings.push('"highlight" matches nothing on the page.')
  },
})
