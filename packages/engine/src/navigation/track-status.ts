import type { Frame, Response } from 'playwright-core'
import type { PageContext } from '../page-context.ts'
import { withoutFragment } from '../requests/without-fragment.ts'
import { isMainNavigation } from './is-main-navigation.ts'

/** Browsers keep the document that they show when a navigation is answered with one of these statuses. */
const KEEP_DOCUMENT = new Set([204, 205])

/** Keeps the status of a page up to date when it is replaced after its load: by a script, a click or itself. */
export function trackStatus(ctx: PageContext): void {
  const { page } = ctx.tab
  let latest: Response | undefined
  page.on('response', (response) => {
    if (isMainNavigation(page, response.request()) && !KEEP_DOCUMENT.has(response.status())) latest = response
  })
  page.on('framenavigated', (frame: Frame) => {
    if (frame !== page.mainFrame() || !ctx.response || !latest) return
    // Not each response becomes a document: it may be a download.
    if (withoutFragment(latest.url()) !== withoutFragment(frame.url())) return
    ctx.response = { ...ctx.response, statusCode: latest.status() }
  })
}
