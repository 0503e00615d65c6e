import { clickAcceptButton } from '../in-page/hiding/click-accept.ts'
import type { PageContext } from '../page-context.ts'
import { callInFrame } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { innerFrames, topFrameOf } from '../protocol/frames.ts'
import { ACCEPT_WORDS, CONSENT_WORDS, REFUSE_WORDS } from './accept-words.ts'

/** Clicks the button that accepts cookies in the page, or in its first frame that has one; returns whether there was one. */
export async function clickAccept(ctx: PageContext): Promise<boolean> {
  const words = { accept: ACCEPT_WORDS, refuse: REFUSE_WORDS, consent: CONSENT_WORDS }
  const inner = await evaluateAcrossNavigation(ctx, () => innerFrames(ctx.tab))
  for (const frame of [topFrameOf(ctx.tab), ...inner]) {
    const click = () => callInFrame(frame, clickAcceptButton, words)
    if (await evaluateAcrossNavigation(ctx, click)) return true
  }
  return false
}
