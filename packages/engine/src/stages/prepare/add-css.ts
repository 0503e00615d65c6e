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
    const isImporting = /@import\b/i.test(css)
    const addWhole = async (): Promise<boolean> => {
      if (isImporting && (await page.evaluate(addStyleElement, css))) return true
      await page.evaluate(addStyle, css)
      return !isImporting
    }
    page.on('domcontentloaded', () => void addWhole().catch(() => undefined))
    if (await askDocument(work, addWhole)) return
    work.warnings.push('What "css" imports was left out: the page\'s content policy forbids it.')
  },
})
