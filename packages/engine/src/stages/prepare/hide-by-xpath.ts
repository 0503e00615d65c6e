import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { refusedSelector } from '../../elements/refused-selector.ts'
import { hideSubtrees } from '../../in-page/hiding/hide-subtrees.ts'
import { stage } from '../../stage.ts'

/** Hides the matches of an XPath in the page and its frames, also late ones when it runs again: no style rule can express it. */
export const hideByXpath = stage({
  name: 'hide-by-xpath',
  phase: 'prepare',
  owns: ['hide_selector_x'],
  direct: true,
  async run(ctx, { hide_selector_x }) {
    if (!hide_selector_x) return
    const selector = { xpath: hide_selector_x }
    let isRefused = false
    await inEveryFrame(ctx, async (frame) => {
      const hidden = await callInFrame(frame, hideSubtrees, selector)
      isRefused ||= hidden === 'invalid'
      // Hidden elements may no longer match an XPath that reads their style.
      if (typeof hidden === 'number' && hidden > 0) ctx.isXpathMatched = true
    })
    if (isRefused) throw refusedSelector('hide_selector_x', 'XPath')
  },
})
