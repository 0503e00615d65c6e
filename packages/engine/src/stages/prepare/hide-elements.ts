import { countElements, named } from '../../browser/match-elements.ts'
import { stylePage } from '../../browser/style-page.ts'
import { stage } from '../../stage.ts'

/** Elements keep their place and are not seen, also those that come later. */
export const hideElements = stage({
  name: 'hide-elements',
  phase: 'prepare',
  owns: ['hide_selector'],
  async run(work, { hide_selector }) {
    if (!hide_selector) return
    await countElements(work, named('hide_selector', hide_selector))
    const hidden = 'visibility: hidden !important; pointer-events: none !important'
    // The first rule is for pseudo-elements, too.
    await stylePage(work, `${hide_selector} { ${hidden} } :is(${hide_selector}) * { ${hidden} }`)
  },
})
