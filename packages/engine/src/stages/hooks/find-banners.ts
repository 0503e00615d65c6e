import { followConsent } from '../../consent/follow-consent.ts'
import { stage } from '../../stage.ts'

/** Prepares that banners of known makers are accepted as soon as they come. */
export const findBanners = stage({
  name: 'find-banners',
  phase: 'hooks',
  borrows: ['click_accept'],
  async run(work, { click_accept }) {
    if (click_accept) work.consent = await followConsent(work.tab.page)
  },
})
