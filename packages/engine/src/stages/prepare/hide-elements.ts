import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { refusedSelector } from '../../browser/refused-selector.ts'
import { stylePage } from '../../browser/style-page.ts'
import { countRules } from '../../in-page/count-rules.ts'
import { stage } from '../../stage.ts'

const HIDDEN = 'visibility: hidden !important; pointer-events: none !important'

/** Elements keep their place and are not seen, also those that come later. */
export const hideElements = stage({
  name: 'hide-elements',
  phase: 'prepare',
  owns: ['hide_selector'],
  async run(work, { hide_selector }) {
    if (!hide_selector) return
    const rule = `${hide_selector} { ${HIDDEN} }`
    const understood = await askDocument(work, () => callInPage(work.tab.session, countRules, rule))
    if (understood !== 1) throw refusedSelector('hide_selector', 'CSS selector')
    await stylePage(work, `${rule} :is(${hide_selector}) * { ${HIDDEN} }`)
  },
})
