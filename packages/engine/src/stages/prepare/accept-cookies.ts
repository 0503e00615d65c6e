import { withinPageTime } from '../../page-time/page-time.ts'
import { actAndAwaitNavigation } from '../../navigation/act-and-await-navigation.ts'
import { clickAccept } from '../../consent/click-accept.ts'
import { stage } from '../../stage.ts'

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
      consent.isAccepted = isAccepted || (await clickAccept(ctx))
      await time.sleep(minidelay, ctx.signal)
    })
  },
})
