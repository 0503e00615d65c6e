import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { countElements, named } from '../../browser/match-elements.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { findMatches } from '../../in-page/find-matches.ts'
import { hideFound as hideInPage } from '../../in-page/hide-found.ts'
import { stage } from '../../stage.ts'

/** Hides what an XPath finds once everything was waited for: no style rule could. */
export const hideFound = stage({
  name: 'hide-found',
  phase: 'prepare',
  owns: ['hide_selector_x'],
  async run(work, { hide_selector_x }) {
    if (!hide_selector_x) return
    const selector = named('hide_selector_x', hide_selector_x)
    if ((await countElements(work, selector)) === 0) return
    const hide = () => callInPage(work.tab.session, hideInPage, selector, findMatches, allElements)
    await askDocument(work, hide)
  },
})
