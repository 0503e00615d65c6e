import { pretendWindow } from '../../in-page/main-world/pretend-window.ts'
import { stage } from '../../stage.ts'

/** Removes what scripts use to detect a headless browser; the rest is in the browser's switches. */
export const hideHeadless = stage({
  name: 'hide-headless',
  phase: 'hooks',
  owns: ['hide_headless', 'use_stealth'],
  async run({ tab: { context } }, { hide_headless, use_stealth }) {
    if (hide_headless || use_stealth) await context.addInitScript(pretendWindow, { isChrome: use_stealth })
  },
})
