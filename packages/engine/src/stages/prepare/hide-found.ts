import { findElements, named } from '../../browser/match-elements.ts'
import { hideTree } from '../../in-page/hide-tree.ts'
import { stage } from '../../stage.ts'

/** Hides what an XPath finds once everything was waited for: no style rule could. */
export const hideFound = stage({
  name: 'hide-found',
  phase: 'prepare',
  owns: ['hide_selector_x'],
  async run(work, { hide_selector_x }) {
    if (!hide_selector_x) return
    for (const element of await findElements(work, named('hide_selector_x', hide_selector_x)))
      await element.evaluate(hideTree)
  },
})
