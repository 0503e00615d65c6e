import { countMatches } from '../../in-page/finding/count-matches.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame, type PageFrame } from '../../protocol/frames.ts'
import { stage } from '../../stage.ts'

/** Generated content, which no search for elements finds. */
const GENERATED = /::|:(?:before|after)\b/i

/** Warns when a selector of elements to hide matches nothing, also none that came late. */
export const warnOfUnhidden = stage({
  name: 'warn-of-unhidden',
  phase: 'guard',
  borrows: ['hide_selector', 'hide_selector_x'],
  async run(ctx, { hide_selector, hide_selector_x }) {
    if (hide_selector_x && !ctx.isXpathMatched) ctx.warnings.push('No element matches "hide_selector_x".')
    if (!hide_selector || GENERATED.test(hide_selector)) return
    const given = { selector: { css: hide_selector }, onlyVisible: false }
    let isFound = false
    const search = async (frame: PageFrame): Promise<void> => {
      const matched = await callInFrame(frame, countMatches, given)
      // A frame that does not answer may contain one.
      if (matched !== 0) isFound = true
    }
    await inEveryFrame(ctx, search)
    if (!isFound) ctx.warnings.push('No element matches "hide_selector".')
  },
})
