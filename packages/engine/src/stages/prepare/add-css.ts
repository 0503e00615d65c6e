import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { addStyle } from '../../in-page/styling/add-style.ts'
import { addStyleElement } from '../../in-page/styling/add-style-element.ts'
import { stage } from '../../stage.ts'

/** Adds the caller's style sheet to the page and to later documents of this render. */
export const addCss = stage({
  name: 'add-css',
  phase: 'prepare',
  owns: ['css'],
  async run(ctx, { css }) {
    if (!css) return
    const { page } = ctx.tab
    // Only an element can import other sheets.
    const isImporting = /@import\b/i.test(css)
    const addWhole = async (): Promise<boolean> => {
      if (isImporting && (await callInPage(ctx.tab, addStyleElement, css))) return true
      await callInPage(ctx.tab, addStyle, css)
      return !isImporting
    }
    page.on('domcontentloaded', () => void addWhole().catch(() => undefined))
    if (await evaluateAcrossNavigation(ctx, addWhole)) return
    ctx.warnings.push(
      '"css": its @import rules were ignored, because the content security policy of the page forbids them.',
    )
  },
})
