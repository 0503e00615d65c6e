import { hideOverridden } from '../../in-page/hiding/hide-overridden.ts'
import { restoreSheets } from '../../in-page/styling/add-style.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { stage } from '../../stage.ts'

const STYLES = [
  'css',
  'hide_selector',
  'bg_color',
  'disable_ligatures',
  'hide_cookie_banners',
  'block_ads',
] as const

/**
 * Adds our style sheets again to documents that have replaced the list of theirs, as changing a theme does, and those that hide
 * elements to later shadow trees. Hides inline what the page shows in spite of `hide_selector`.
 */
export const restoreStyles = stage({
  name: 'restore-styles',
  phase: 'prepare',
  borrows: STYLES,
  async run(ctx, options) {
    if (!STYLES.some((option) => options[option])) return
    const { hide_selector } = options
    await inEveryFrame(ctx, async (frame) => {
      await callInFrame(frame, restoreSheets)
      if (hide_selector) await callInFrame(frame, hideOverridden, hide_selector)
    })
  },
})
