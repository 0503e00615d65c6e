import { askDocument } from '../../browser/ask-document.ts'
import { expandScroller as expandInPage } from '../../in-page/expand-scroller.ts'
import { findScroller } from '../../in-page/find-scroller.ts'
import { stage } from '../../stage.ts'

/** Where an element scrolls in place of the document, the full page has all of it. */
export const expandScroller = stage({
  name: 'expand-scroller',
  phase: 'prepare',
  borrows: ['full_page'],
  async run(work, { full_page }) {
    if (!full_page) return
    const { page } = work.tab
    const expand = async () => page.evaluate(expandInPage, await page.evaluateHandle(findScroller))
    await askDocument(work, expand)
  },
})
