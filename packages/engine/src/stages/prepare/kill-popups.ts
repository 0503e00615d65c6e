import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { removePopups } from '../../in-page/hiding/remove-popups.ts'
import { stage } from '../../stage.ts'

/** Removes pop-ups that cover the page. */
export const killPopups = stage({
  name: 'kill-popups',
  phase: 'prepare',
  owns: ['kill_popups'],
  direct: true,
  async run(ctx, { kill_popups }) {
    if (!kill_popups) return
    if (await callAcrossNavigation(ctx, removePopups)) ctx.isUnlocked = true
  },
})
