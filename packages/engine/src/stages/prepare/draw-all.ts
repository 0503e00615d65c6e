import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { drawAll as drawInPage } from '../../in-page/draw-all.ts'
import { stage } from '../../stage.ts'

/** What the browser leaves out because it is not in view must be there when more than the viewport is captured. */
export const drawAll = stage({
  name: 'draw-all',
  phase: 'prepare',
  borrows: ['full_page', 'selector', 'clip'],
  async run(work, { full_page, selector, clip }) {
    if (!full_page && !selector && !clip) return
    const draw = () => callInPage(work.tab.session, drawInPage, { backgrounds: full_page }, allElements)
    await askDocument(work, draw)
  },
})
