import { BLOCKS } from '../../../blocking/blocked-types.ts'
import { HOME_LANGUAGE } from '../../../identity/languages.ts'
import { runBeforeScripts } from '../../../protocol/run-in-every-document.ts'
import { refuseSharedWorkers } from '../../../in-page/main-world/refuse-shared-workers.ts'
import { stage } from '../../../stage.ts'

/**
 * Turns shared and service workers off when requests are blocked, changed or routed, or when the browser is not ours:
 * interception does not reach their requests, nor those that the page makes through them.
 */
export const blockSharedWorkers = stage({
  name: 'block-shared-workers',
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
    'web_bot_auth_optional',
    'add_cors',
  ],
  async run(ctx, { accept_lang, ...options }) {
    const isAsked = ctx.splitTunnel !== undefined || accept_lang.header !== HOME_LANGUAGE
    if (!isAsked && !Object.values(options).flat().some(Boolean)) return
    await runBeforeScripts(ctx, refuseSharedWorkers)
  },
})
