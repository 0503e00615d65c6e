import { BLOCKS } from '../../blocked-kinds.ts'
import { HOME_LANGUAGE } from '../../identity/languages.ts'
import { refuseLoneWorkers } from '../../in-page/refuse-lone-workers.ts'
import { stage } from '../../stage.ts'

/**
 * Where requests are blocked, changed or led another way, or come from another browser than ours, there are no workers
 * that belong to no page: nothing of that reaches what they ask for, nor what the page asks for through them.
 */
export const forbidLoneWorkers = stage({
  name: 'forbid-lone-workers',
  phase: 'hooks',
  borrows: [
    'block_ads',
    'block_urls',
    'block_url_keywords',
    'block_injections',
    'block_sockets',
    ...BLOCKS,
    'user_agent',
    'platform',
    'accept_lang',
    'hide_headless',
    'use_stealth',
    'header',
    'authorization',
    'web_bot_auth',
    'add_cors',
  ],
  async run({ tab: { page }, detour }, { accept_lang, ...options }) {
    const isAsked = detour !== undefined || accept_lang !== HOME_LANGUAGE
    if (!isAsked && !Object.values(options).flat().some(Boolean)) return
    // The second is for markup that is written into the empty document.
    await Promise.all([page.addInitScript(refuseLoneWorkers), page.evaluate(refuseLoneWorkers)])
  },
})
