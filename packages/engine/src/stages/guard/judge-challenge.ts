import { askDocument } from '../../browser/ask-document.ts'
import { callInPage } from '../../browser/call-in-page.ts'
import { challenges } from '../../challenge.ts'
import { failedBy } from '../../failed-by.ts'
import { findChallenge } from '../../in-page/find-challenge.ts'
import { stage } from '../../stage.ts'

/** Fails where the page is not what was asked for but a test whether its visitor is human. */
export const judgeChallenge = stage({
  name: 'judge-challenge',
  phase: 'guard',
  owns: ['fail_if_captcha', 'fail_if_cf_turnstile'],
  async run(work, { fail_if_captcha, fail_if_cf_turnstile }) {
    if (!fail_if_captcha && !fail_if_cf_turnstile) return
    const suspects = challenges.filter(({ isCloudflare }) => fail_if_captcha || isCloudflare)
    const found = await askDocument(work, () => callInPage(work.tab.session, findChallenge, suspects))
    if (!found) return
    const option = fail_if_captcha ? 'fail_if_captcha' : 'fail_if_cf_turnstile'
    throw failedBy(option, `The page was a challenge of ${found}`)
  },
})
