import { setTimeout as sleep } from 'node:timers/promises'
import { askDocument } from '../../browser/ask-document.ts'
import { throughNavigation } from '../../browser/through-navigation.ts'
import { ACCEPT_WORDS, CONSENT_WORDS } from '../../consent/accept-words.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { clickAcceptButton } from '../../in-page/click-accept.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** Within this a banner is known by its maker; most come with the page or a moment later. */
const FIND_MS = 700
const ACCEPT_MS = 3000

/** Presses what accepts cookies: that of a known maker, or a button that says so. Nothing found is no fault. */
export const acceptCookies = stage({
  name: 'accept-cookies',
  phase: 'prepare',
  owns: ['click_accept'],
  borrows: ['minidelay'],
  async run(work, { click_accept, minidelay }) {
    if (!click_accept || !work.consent) return
    await throughNavigation(work, async () => {
      if (await work.consent?.found(FIND_MS)) await work.consent?.done(ACCEPT_MS)
      else await clickButton(work)
      await sleep(minidelay, undefined, { signal: work.signal })
    })
  },
})

/** In the page, or in the first of its frames that has such a button. */
async function clickButton(work: Work): Promise<void> {
  const words = JSON.stringify({ accept: ACCEPT_WORDS, consent: CONSENT_WORDS })
  const click = `(${String(clickAcceptButton)})(${words}, ${String(allElements)})`
  for (const frame of work.tab.page.frames()) {
    const ask = () => frame.evaluate<boolean>(click).catch(() => false)
    if (await askDocument(work, ask)) return
  }
}
