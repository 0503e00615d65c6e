import { actAndAwaitNavigation } from '../../navigation/act-and-await-navigation.ts'
import { clickAccept } from '../../consent/click-accept.ts'
import { ACTIONS, hasActed } from '../../elements/click-options.ts'
import { stage } from '../../stage.ts'

/** Accepts cookies in a banner that came after the first search, unless the caller has changed the page since. */
export const acceptLateCookies = stage({
  name: 'accept-late-cookies',
  phase: 'prepare',
  borrows: ['click_accept', 'minidelay', 'wait_until', ...ACTIONS],
  async run(ctx, { click_accept, minidelay, wait_until, ...options }) {
    if (!click_accept || !ctx.consent || ctx.consent.isAccepted) return
    if (hasActed(options)) return
    await actAndAwaitNavigation(ctx, wait_until, async () => {
      if (await clickAccept(ctx)) await ctx.tab.time.sleep(minidelay, ctx.signal)
    })
  },
})
