import { askDocument } from '../../browser/ask-document.ts'
import { addStyle } from '../../in-page/add-style.ts'
import { addStyleElement } from '../../in-page/add-style-element.ts'
import { stage } from '../../stage.ts'

/** Adds the caller's style sheet to the page, and to the documents that come after it in this render. */
export const addCss = stage({
  name: 'add-css',
  phase: 'prepare',
  owns: ['css'],
  async run(work, { css }) {
    if (!css) return
    const { page } = work.tab
    // Only an element can import other sheets.
    const add = () => page.evaluate(/@import\b/i.test(css) ? addStyleElement : addStyle, css)
    page.on('domcontentloaded', () => void add().catch(() => undefined))
    await askDocument(work, add)
  },
})
