import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { challenges } from '../../failure/challenge.ts'
import { failedBy } from '../../failure/failed-by.ts'
import { findChallenge } from '../../in-page/finding/find-challenge.ts'
import { stage } from '../../stage.ts'

/** Fails when the page is a captcha or another challenge instead of the page that was requested. */
export const failOnChallenge = stage({
  name: 'fail-on-challenge',
  phase: 'guard',
  owns: ['fail_if_captcha', 'fail_if_cf_turnstile'],
  direct: true,
  async run(ctx, { fail_if_captcha, fail_if_cf_turnstile }) {
    if (!fail_if_captcha && !fail_if_cf_turnstile) return
    const suspects = challenges.filter(({ isCloudflare }) => fail_if_captcha || isCloudflare)
    const found = await callAcrossNavigation(ctx, findChallenge, suspects)
    if (!found) return
    const option = fail_if_captcha ? 'fail_if_captcha' : 'fail_if_cf_turnstile'
    throw failedBy(option, `The page is a challenge of ${found}`)
  },
})
