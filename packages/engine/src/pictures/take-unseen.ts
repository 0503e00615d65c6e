import { hasShrunk, muteResizes } from '../in-page/settling/mute-resizes.ts'
import type { PageContext } from '../page-context.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { settle } from '../settling/settle.ts'

/**
 * Captures beyond the viewport, and again when the page has noticed. For such a capture the browser makes the viewport one
 * pixel large for a moment. On a busy machine a frame may fall into it: then the page's observers hide, or draw again,
 * what they believe out of view.
 */
export async function takeUnseen<T>(page: PageContext, take: () => Promise<T>): Promise<T> {
  if (page.isInert) return take()
  await callAcrossNavigation(page, muteResizes)
  const first = await take()
  if (!page.runsScripts || !(await callAcrossNavigation(page, hasShrunk))) return first
  await settle(page, { isWhole: true })
  return take()
}
