import type { Frame, Response } from 'playwright-core'
import type { PageContext } from '../page-context.ts'
import { withoutFragment } from '../requests/without-fragment.ts'
import { isMainNavigation } from './is-main-navigation.ts'

/** Browsers keep the document that they show when a navigation is answered with one of these statuses. */
const KEEP_DOCUMENT = new Set([204, 205])

/**
 * Keeps up to date whether the server of a page's document forbids scripts, and the status of a page that is replaced after its
 * load: by a script, a click or itself.
 */
export function trackStatus(ctx: PageContext): void {
  const { page } = ctx.tab
  let latest: Response | undefined
  page.on('response', (response) => {
    if (isMainNavigation(page, response.request()) && !KEEP_DOCUMENT.has(response.status())) latest = response
  })
  page.on('framenavigated', (frame: Frame) => {
    if (frame !== page.mainFrame() || !latest) return
    // Not each response becomes a document: it may be a download.
    if (withoutFragment(latest.url()) !== withoutFragment(frame.url())) return
    ctx.isSandboxed = forbidsScripts(latest.headers()['content-security-policy'])
    if (ctx.response) ctx.response = { ...ctx.response, statusCode: latest.status() }
  })
}

/** Returns whether one of the policies of a header, which may occur several times, is a sandbox without scripts. */
function forbidsScripts(policies = ''): boolean {
  const directives = policies.split(/[;,\n]/).map((directive) => directive.trim().toLowerCase().split(/\s+/))
  return directives.some(([name, ...tokens]) => name === 'sandbox' && !tokens.includes('allow-scripts'))
}
