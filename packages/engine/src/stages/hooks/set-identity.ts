import { HOME_LANGUAGE } from '../../identity/languages.ts'
import { clientHintsOf, platformOf, userAgentPresets } from '../../identity/user-agents.ts'
import { stage } from '../../stage.ts'

/** Sets user agent, platform and languages in headers, client hints and scripts alike. */
export const setIdentity = stage({
  name: 'set-identity',
  phase: 'hooks',
  owns: ['user_agent', 'platform'],
  direct: true,
  borrows: ['accept_lang', 'hide_headless', 'use_stealth'],
  async run({ tab }, { user_agent, platform, accept_lang, hide_headless, use_stealth }) {
    const isHidden = hide_headless || use_stealth
    if (!user_agent && !platform && !isHidden && accept_lang.header === HOME_LANGUAGE) return
    const native = await tab.session.send('Browser.getVersion')
    const own = isHidden ? native.userAgent.replace('HeadlessChrome', 'Chrome') : native.userAgent
    const major = /Chrome\/(\d+)/.exec(own)?.[1] ?? ''
    const preset = user_agent && userAgentPresets.get(user_agent.trim().toLowerCase())
    const userAgent = preset ? preset(major) : user_agent || own
    await tab.session.send('Emulation.setUserAgentOverride', {
      userAgent,
      platform: platform || platformOf(userAgent),
      acceptLanguage: accept_lang.tags.join(',') || undefined,
      userAgentMetadata: clientHintsOf(userAgent, { isOwn: !user_agent }),
    })
  },
})
