import { withinPageTime } from '../../page-time/page-time.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { innerFrames, topFrameOf } from '../../protocol/frames.ts'
import { actAndAwaitNavigation } from '../../navigation/act-and-await-navigation.ts'
import { ACCEPT_WORDS, CONSENT_WORDS, REFUSE_WORDS } from '../../consent/accept-words.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { clickAcceptButton } from '../../in-page/hiding/click-accept.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

/** Time to recognise a banner; most appear with the page or soon after. */
const FIND_MS = 700
const ACCEPT_MS = 3000

/**
 * Accepts cookies: in a banner of a known vendor, else by a button whose text says so. Does nothing when there is none.
 */
export const acceptCookies = stage({
  name: 'accept-cookies',
  phase: 'prepare',
  owns: ['click_accept'],
  borrows: ['minidelay', 'wait_until'],
  async run(ctx, { click_accept, minidelay, wait_until }) {
    const { consent } = ctx
    const { time } = ctx.tab
    if (!click_accept || !consent) return
    await actAndAwaitNavigation(ctx, wait_until, async () => {
      const within = (work: Promise<boolean>, ms: number) => withinPageTime(time, work, ms, () => false)
      const isAccepted =
        (await within(consent.found(), FIND_MS)) && (await within(consent.accepted(), ACCEPT_MS))
      if (!isAccepted) await clickButton(ctx)
      await time.sleep(minidelay, ctx.signal)
    })
  },
})

/** Clicks in the page, or in its first frame that has such a button. */
async function clickButton(ctx: PageContext): Promise<void> {
  const words = { accept: ACCEPT_WORDS, refuse: REFUSE_WORDS, consent: CONSENT_WORDS }
  const inner = await evaluateAcrossNavigation(ctx, () => innerFrames(ctx.tab))
  for (const frame of [topFrameOf(ctx.tab), ...inner]) {
    const click = () => callInFrame(frame, clickAcceptButton, words, allElements)
    if (await evaluateAcrossNavigation(ctx, click)) return
  }
}
