import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { allElements } from '../../in-page/all-elements.ts'
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
    const expand = () => callInPage(work.tab.session, expandInPage, undefined, findScroller, allElements)
    await askDocument(work, expand)
  },
})
