import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { countElements, named } from '../../elements/match-elements.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { findMatches } from '../../in-page/finding/find-matches.ts'
import { hideSubtrees } from '../../in-page/hiding/hide-subtrees.ts'
import { setStyles } from '../../in-page/styling/set-styles.ts'
import { stage } from '../../stage.ts'

/** Hides the matches of an XPath, after all waits: a style rule cannot express it. */
export const hideByXpath = stage({
  name: 'hide-by-xpath',
  phase: 'prepare',
  owns: ['hide_selector_x'],
  async run(ctx, { hide_selector_x }) {
    if (!hide_selector_x) return
    const selector = named('hide_selector_x', hide_selector_x)
    if ((await countElements(ctx, selector)) === 0) {
      ctx.warnings.push('No element matches "hide_selector_x".')
      return
    }
    await callAcrossNavigation(ctx, hideSubtrees, selector, findMatches, allElements, setStyles)
  },
})
