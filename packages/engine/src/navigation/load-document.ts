import { settlesWithin } from '@render/async'
import { decodeText } from '../in-page/reading/decode-text.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { isTimeout } from '../protocol/errors.ts'
import { FORMATS_WITHOUT_PICTURE } from './formats-without-picture.ts'
import { REPLY_MS } from '../protocol/time-budget.ts'
import { withoutFragment } from '../requests/without-fragment.ts'
import { awaitedBy } from './awaited-event.ts'
import { awaitFirstPaint, paintUnfinished } from './await-first-paint.ts'
import { cutLoadShort } from './cut-load-short.ts'
import { explainTimeout } from './explain-load-error.ts'
import { followRedirects } from './follow-redirects.ts'
import type { Load, LoadingOptions } from './load.ts'
import { loadUntilQuiet } from './load-until-quiet.ts'
import { trackLoadResponses } from './track-load-responses.ts'
import { openPdf, openTarget } from './open-target.ts'
import { trackPageRedirects } from './track-page-redirects.ts'

/**
 * Loads the address, or the markup at its base address, and waits for the event that `wait_until` names. Then waits for the
 * same event of each document that the page redirects to.
 */
export async function loadDocument(
  ctx: PageContext,
  options: LoadingOptions,
  how: Load['how'],
): Promise<void> {
  const { address, target, tab } = ctx
  const { timeout, ignore_load_errors } = options
  const { event } = awaitedBy(options.wait_until)
  const wait = { waitUntil: event, timeout }
  const endsAt = performance.now() + timeout
  // Markup that is written again would share the first document's window, with its variables, timers and custom elements.
  const isThere = address ? how === 'visit' && isSameDocument(tab.page.url(), address) : ctx.isWritten
  if (isThere) await tab.time.during(tab.page.goto('about:blank', wait))
  ctx.isWritten = !address
  await ctx.restartRequestCount?.()
  using responses = trackLoadResponses(ctx, address?.href)
  using redirects = trackPageRedirects(tab, event)
  const load: Load = { ctx, options, how, wait, endsAt, responses, redirects }

  try {
    const isWhole = await loadUntilQuiet(load, openTarget)
    if (isWhole) await followRedirects(load)
    if (responses.pdf !== undefined && !ctx.loadedPdf) await openPdf(load, responses.pdf)
    if (event === 'domcontentloaded' && !FORMATS_WITHOUT_PICTURE.has(options.format))
      await awaitFirstPaint(load)
  } catch (error) {
    if (!isTimeout(error)) throw error
    if (!ignore_load_errors || !responses.hasDocument()) throw explainTimeout(load, error)
    cutLoadShort(ctx, `was not loaded within the "timeout" of ${timeout} ms`)
    await paintUnfinished(ctx)
  }

  if (responses.lacksCharset()) await settlesWithin(callInPage(tab, decodeText), REPLY_MS)
  if (target.markup === undefined) ctx.response = statusesAfter(ctx.response, load)
  // Most of the time of a load is spent on servers, so it is not subtracted.
  ctx.timeBudgetMs = timeout
}

/** Returns whether the browser would load nothing for an address, because it leads to a fragment of the document. */
function isSameDocument(current: string, address: URL): boolean {
  return address.href.includes('#') && withoutFragment(current) === withoutFragment(address.href)
}

/** Returns the statuses of a page after a load. A reload requests the document without the redirects that led to it. */
function statusesAfter(earlier: PageContext['response'], { responses, how }: Load): PageContext['response'] {
  const latest = responses.statuses()
  if (!earlier || how === 'visit') return latest
  return { ...(latest ?? earlier), statusCodeInitial: earlier.statusCodeInitial }
}
