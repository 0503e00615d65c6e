import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { challenges } from '../../failure/challenge.ts'
import { failedBy } from '../../failure/failed-by.ts'
import { findChallenge } from '../../in-page/finding/find-challenge.ts'
import { stage } from '../../stage.ts'

/** Fails when the page is a captcha or another challenge instead of the page that was requested. */
export const failOnChallenge = stage({
  name: 'fail-on-challenge',
  phase: 'guard',
  owns: ['fail_if_captcha', 'fail_if_cf_turnstile'],
  async run(ctx, { fail_if_captcha, fail_if_cf_turnstile }) {
    if (!fail_if_captcha && !fail_if_cf_turnstile) return
    const suspects = challenges.filter(({ isCloudflare }) => fail_if_captcha || isCloudflare)
    const found = await evaluateAcrossNavigation(ctx, () => callInPage(ctx.tab, findChallenge, suspects))
    if (!found) return
    const option = fail_if_captcha ? 'fail_if_captcha' : 'fail_if_cf_turnstile'
    throw failedBy(option, `The page is a challenge of ${found}`)
  },
})
