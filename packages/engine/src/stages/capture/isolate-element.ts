import { IGNORED_SELECTOR, refusedSelector } from '../../elements/refused-selector.ts'
import { isolateMatch } from '../../in-page/printing/isolate-match.ts'
import { addDeepStyle, addStyle } from '../../in-page/styling/add-style.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { shownSelector } from '../../page-context.ts'
import { pdfStage } from '../../stage.ts'

/** It would lie on every sheet. */
const NO_BACKDROP = '::backdrop { display: none !important }'

/** The attribute of the elements around the one that is left. */
const OUTER = 'data-around-isolated'

const generated = ['before', 'after', 'marker'].flatMap((box) =>
  [`[${OUTER}]`, `:host([${OUTER}])`].map((outer) => `${outer}::${box}`),
)

/** Hides the generated boxes of these elements. Important rules in a layer win over those without one. */
const NOT_GENERATED = `@layer { ${generated.join(', ')} { content: none !important } }`

/** Leaves only one element on the page. */
export const isolateElement = pdfStage({
  name: 'isolate-element',
  phase: 'capture',
  borrows: ['selector', 'full_page'],
  async run(ctx, { full_page, ...options }) {
    const { page } = ctx
    const selector = shownSelector(page, options.selector)
    if (!selector) return
    await callAcrossNavigation(page, addDeepStyle, NOT_GENERATED)
    const how = { css: selector, isBare: full_page, mark: OUTER }
    const found = await callAcrossNavigation(page, isolateMatch, how)
    if (found === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (found !== 'isolated') return void page.warnings.push(IGNORED_SELECTOR)
    await callAcrossNavigation(page, addStyle, NO_BACKDROP)
    ctx.isPageChanged = true
  },
})
