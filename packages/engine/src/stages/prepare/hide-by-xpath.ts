import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { countElements, named } from '../../elements/match-elements.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { findMatches } from '../../in-page/finding/find-matches.ts'
import { hideSubtrees } from '../../in-page/hiding/hide-subtrees.ts'
import { setStyles } from '../../in-page/styling/set-styles.ts'
import { stage } from '../../stage.ts'

/** Hides the matches of an XPath in the page and its frames, after all waits: a style rule cannot express it. */
export const hideByXpath = stage({
  name: 'hide-by-xpath',
  phase: 'prepare',
  owns: ['hide_selector_x'],
  async run(ctx, { hide_selector_x }) {
    if (!hide_selector_x) return
    const selector = named('hide_selector_x', hide_selector_x)
    let matched = await countElements(ctx, selector)
    await inEveryFrame(ctx, async (frame) => {
      const hidden = await callInFrame(frame, hideSubtrees, selector, findMatches, allElements, setStyles)
      matched += hidden ?? 0
    })
    if (matched === 0) ctx.warnings.push('No element matches "hide_selector_x".')
  },
})
