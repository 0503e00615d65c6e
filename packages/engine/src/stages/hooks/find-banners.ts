import { trackConsent } from '../../consent/track-consent.ts'
import { stage } from '../../stage.ts'

/** Installs the script that finds and accepts cookie banners of known vendors. */
export const findBanners = stage({
  name: 'find-banners',
  phase: 'hooks',
  borrows: ['click_accept'],
  async run(ctx, { click_accept }) {
    if (click_accept) ctx.consent = await trackConsent(ctx.tab.page)
  },
})
