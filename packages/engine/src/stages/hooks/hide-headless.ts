import { pretendWindow } from '../../in-page/pretend-window.ts'
import { stage } from '../../stage.ts'

/** Takes away by what scripts tell a browser without a window; the rest of it is in how the browser is started. */
export const hideHeadless = stage({
  name: 'hide-headless',
  phase: 'hooks',
  owns: ['hide_headless', 'use_stealth'],
  async run({ tab: { context } }, { hide_headless, use_stealth }) {
    if (hide_headless || use_stealth) await context.addInitScript(pretendWindow, { isChrome: use_stealth })
  },
})
