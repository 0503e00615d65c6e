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
  direct: true,
  async run(ctx, { css }) {
    if (!css) return
    const { page } = ctx.tab
    // Only an element can import other sheets.
    const isImporting = /@import\b/i.test(css)
    const addWhole = async (): Promise<string | undefined> => {
      if (isImporting && (await callInPage(ctx.tab, addStyleElement, css))) return undefined
      const rules = await callInPage(ctx.tab, addStyle, css)
      if (rules !== 0) ctx.addedStyles.add(css)
      if (isImporting) return NO_IMPORT
      return rules === 0 ? NO_RULE : undefined
    }
    page.on('domcontentloaded', () => void addWhole().catch(() => undefined))
    const warning = await evaluateAcrossNavigation(ctx, addWhole)
    if (warning) ctx.warnings.push(warning)
  },
})

const NO_IMPORT =
  '"css": its @import rules were ignored, because the content security policy of the page forbids them.'
const NO_RULE =
  '"css" has no effect: it contains no valid style rule. It must be CSS, without markup and not a URL.'
