import { nextFrame } from '../in-page/settling/next-frame.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateWithTimeout } from '../protocol/evaluate-across-navigation.ts'

/** The longest wait for a frame. */
const FRAME_MS = 1000

/**
 * Waits until the page has handled what comes with its next frame: that it was scrolled, has another size, or that its animations
 * have ended. On a busy machine it could be measured before that. A page without scripts handles nothing.
 */
export async function awaitFrame(ctx: PageContext): Promise<void> {
  await evaluateWithTimeout(ctx, () => callInPage(ctx.tab, nextFrame), FRAME_MS)
}
