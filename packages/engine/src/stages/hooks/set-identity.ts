import type { Browser } from 'playwright-core'
import type { Tab } from '../../browser/tabs.ts'
import { HOME_LANGUAGE } from '../../identity/languages.ts'
import { clientHintsOf, platformOf, userAgentPresets } from '../../identity/user-agents.ts'
import { stage } from '../../stage.ts'

/** Sets user agent, platform and languages in headers, client hints and scripts alike. */
export const setIdentity = stage({
  name: 'set-identity',
  phase: 'hooks',
  owns: ['user_agent', 'platform'],
  borrows: ['accept_lang', 'hide_headless', 'use_stealth'],
  async run({ tab }, { user_agent, platform, accept_lang, hide_headless, use_stealth }) {
    const isHidden = hide_headless || use_stealth
    if (!user_agent && !platform && !isHidden && accept_lang.header === HOME_LANGUAGE) return
    const native = await ownUserAgent(tab)
    const own = isHidden ? native.replace('HeadlessChrome', 'Chrome') : native
    const major = /Chrome\/(\d+)/.exec(own)?.[1] ?? ''
    const userAgent = user_agent ? (userAgentPresets.get(user_agent)?.(major) ?? user_agent) : own
    await tab.session.send('Emulation.setUserAgentOverride', {
      userAgent,
      platform: platform || platformOf(userAgent),
      acceptLanguage: accept_lang.tags.join(',') || undefined,
      userAgentMetadata: clientHintsOf(userAgent, { isOwn: !user_agent }),
    })
  },
})

const known = new WeakMap<Browser, string>()

/** Reads the browser's own user agent. */
async function ownUserAgent({ context, session }: Tab): Promise<string> {
  const browser = context.browser()
  const kept = browser && known.get(browser)
  if (kept) return kept
  const { userAgent } = await session.send('Browser.getVersion')
  if (browser) known.set(browser, userAgent)
  return userAgent
}
