import { askDocument } from '../../browser/ask-document.ts'
import { drawSkipped as drawInPage } from '../../in-page/draw-skipped.ts'
import { stage } from '../../stage.ts'

/** What the browser leaves out because it is not in view must be there when more than the viewport is captured. */
export const drawSkipped = stage({
  name: 'draw-skipped',
  phase: 'prepare',
  borrows: ['full_page', 'selector', 'clip'],
  async run(work, { full_page, selector, clip }) {
    if (!full_page && !selector && !clip) return
    const { page } = work.tab
    const draw = () => page.evaluate(drawInPage)
    await askDocument(work, draw)
  },
})
