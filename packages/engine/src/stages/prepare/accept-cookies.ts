import { setTimeout as sleep } from 'node:timers/promises'
import { askDocument } from '../../browser/ask-document.ts'
import { callInFrame } from '../../browser/call-in-page.ts'
import { throughNavigation } from '../../browser/through-navigation.ts'
import { ACCEPT_WORDS, CONSENT_WORDS } from '../../consent/accept-words.ts'
import { allElements } from '../../in-page/all-elements.ts'
import { clickAcceptButton } from '../../in-page/click-accept.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** Within this a banner is known by its maker; most come with the page or a moment later. */
const FIND_MS = 700
const ACCEPT_MS = 3000

/**
 * Presses what accepts cookies: that of a known maker, or a button that says so where there is none or pressing it failed.
 * Nothing found is no fault.
 */
export const acceptCookies = stage({
  name: 'accept-cookies',
  phase: 'prepare',
  owns: ['click_accept'],
  borrows: ['minidelay'],
  async run(work, { click_accept, minidelay }) {
    const { consent } = work
    if (!click_accept || !consent) return
    await throughNavigation(work, async () => {
      const isAccepted = (await consent.found(FIND_MS)) && (await consent.accepted(ACCEPT_MS))
      if (!isAccepted) await clickButton(work)
      await sleep(minidelay, undefined, { signal: work.signal })
    })
  },
})

/** In the page, or in the first of its frames that has such a button. */
async function clickButton(work: Work): Promise<void> {
  const words = { accept: ACCEPT_WORDS, consent: CONSENT_WORDS }
  for (const frame of work.tab.page.frames()) {
    const click = () => callInFrame(work.tab, frame, clickAcceptButton, words, allElements)
    if (await askDocument(work, click)) return
  }
}
