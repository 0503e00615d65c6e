import type { Response } from 'playwright-core'
import { settlesWithin } from '@render/async'
import { RenderError } from '@render/errors'
import type { RenderOptions } from '@render/options'
import { lacksBody } from '../in-page/finding/lacks-body.ts'
import { decodeText } from '../in-page/reading/decode-text.ts'
import type { PageContext } from '../page-context.ts'
import { writeUntilStopped } from './write-until-stopped.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { BrowserDied, isAborted, isAnswerWithoutBody, isTimeout } from '../protocol/errors.ts'
import { flushEvents } from '../protocol/flush-events.ts'
import { REPLY_MS } from '../protocol/time-budget.ts'
import { interceptPdf } from './intercept-pdf.ts'
import { awaitedBy } from './awaited-event.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { watchNetwork } from './network-quiet.ts'
import { noteResponses, type NotedResponses } from './note-responses.ts'
import { explainRefusal } from '../protocol/refusals.ts'
import { withoutFragment } from '../requests/without-fragment.ts'
import { watchPageRedirects } from './watch-page-redirects.ts'

/** The options that control how a page is loaded. */
export const loading = ['wait_until', 'timeout', 'referer', 'ignore_load_errors'] as const

const MAX_PAGE_REDIRECTS = 5
const TOO_MANY_PAGE_REDIRECTS = `The page redirects more than ${MAX_PAGE_REDIRECTS} times: it was captured as it was then.`

/** Added to the time that is left of `timeout` after the load, for scripts that run then. */
const GRACE_MS = 2000

/**
 * Loads the address, or the markup at its base address, and waits for the event that `wait_until` names. Then waits for the
 * same event of each document that the page redirects to. When a page is open already, `visit` navigates to the address again
 * and `reload` reloads the page as a user would.
 */
export async function loadDocument(
  ctx: PageContext,
  { wait_until, timeout, referer, ignore_load_errors }: Pick<RenderOptions, (typeof loading)[number]>,
  how: 'visit' | 'reload',
): Promise<void> {
  const { event, connections } = awaitedBy(wait_until)
  const { address, target, tab, warnings } = ctx
  const { page, time } = tab
  const options = { waitUntil: event, timeout }
  const start = performance.now()
  /** The time spent on servers, not on the page: on a URL that did not answer, or a network that did not become quiet. */
  let serversMs = 0
  const leftMs = (): number => Math.max(0, start + timeout - performance.now())
  if (how === 'visit' && address && isSameDocument(page.url(), address))
    await time.during(page.goto('about:blank', options))
  using responses = noteResponses(ctx, address?.href)
  using redirects = watchPageRedirects(tab, event)

  const visit = (url: string, from: string | undefined): Promise<Response | null> =>
    page.goto(url, { ...options, referer: from })
  async function load(): Promise<boolean> {
    if (!address) return writeUntilStopped(tab, () => page.setContent(target.markup ?? '', options))
    const go = () => (how === 'reload' ? page.reload(options) : visit(address.href, referer))
    return open(ctx, responses, go)
  }
  async function follow(): Promise<boolean> {
    // The caller's own markup has loaded. A later stage warns of an error page in its place.
    const mayFail = target.markup !== undefined
    const beforeMs = leftMs()
    const outcome = await explainErrors(ctx, responses, redirects.follow(beforeMs, { mayFail }))
    if (outcome === 'stopped') await completeStopped(ctx)
    if (outcome === 'late') {
      serversMs += beforeMs - leftMs()
      warnings.push('The page redirects to a URL that did not answer in time: it was captured as it was.')
    }
    return outcome === 'loaded'
  }
  async function loadQuietly(act: () => Promise<boolean>, allowed: number): Promise<boolean> {
    using network = watchNetwork(tab)
    let loaded = false
    page.once('load', () => (loaded = true))
    // Nothing more is expected of a stopped page.
    if (!(await act())) return false
    const beforeMs = leftMs()
    if (await network.quiet(allowed, beforeMs)) return true
    // A page that never becomes quiet is used as it is if its load event has fired.
    if (!loaded) throw new RenderError('RenderTimeoutError')
    serversMs += beforeMs - leftMs()
    ctx.isLoadCutShort = true
    warnings.push(`The network was not quiet within ${timeout} ms: the page was captured as it was.`)
    return true
  }
  const runLoad = (act: () => Promise<boolean>): Promise<boolean> =>
    time.during(connections === undefined ? act() : loadQuietly(act, connections))

  try {
    let isWhole = await runLoad(load)
    for (let hop = 1; isWhole && (await redirects.isPending()); hop += 1) {
      if (hop > MAX_PAGE_REDIRECTS) warnings.push(TOO_MANY_PAGE_REDIRECTS)
      isWhole = hop <= MAX_PAGE_REDIRECTS && (await runLoad(follow))
    }
    const { pdf } = responses
    if (pdf !== undefined && !ctx.loadedPdf) {
      // Requests the PDF a second time: to hold every response until its type is known would make every page slower.
      await interceptPdf(ctx)
      // The address of a page that redirects here may hold secrets of its site.
      const from = responses.hasDocument() ? undefined : referer
      await runLoad(() => open(ctx, responses, () => visit(pdf, from)))
    }
  } catch (error) {
    if (!isTimeout(error)) throw error
    if (!ignore_load_errors || !responses.hasDocument())
      throw explainTimeout(ctx, error, { wait_until, timeout }, responses.hasDocument())
    ctx.isLoadCutShort = true
    warnings.push(`The page was not loaded within ${timeout} ms: it was captured as it was.`)
  }
  if (responses.lacksCharset()) await settlesWithin(callInPage(tab, decodeText, undefined), REPLY_MS)
  if (target.markup === undefined) ctx.response = statusesAfter(ctx.response, responses.statuses(), how)
  if (responses.isSandboxed()) ctx.runsScripts = false
  ctx.timeBudgetMs = Math.min(timeout, leftMs() + serversMs + GRACE_MS)
}

/** Returns the error of a load that took too long, which says what is missing and which options go on without it. */
function explainTimeout(
  { traffic }: PageContext,
  cause: unknown,
  { wait_until, timeout }: Pick<RenderOptions, 'wait_until' | 'timeout'>,
  hasDocument: boolean,
): RenderError {
  const late = `The page did not load within ${timeout} ms ("timeout")`
  const fail = (message: string): RenderError =>
    RenderError.forOption('timeout', message, 'RenderTimeoutError', cause)
  if (!hasDocument) return fail(`${late}: its server did not answer with a page.`)
  const openCount = traffic?.openRequests().length ?? 0
  const reason = openCount === 0 ? '' : `; requests that had not ended: ${openCount}`
  const less = wait_until === 'domloaded' ? '' : ', and "wait_until": "domloaded" waits for less'
  return fail(`${late}${reason}. "ignore_load_errors" captures the page as it is then${less}.`)
}

/** Returns whether the browser would load nothing for an address, because it leads to a fragment of the document. */
function isSameDocument(current: string, address: URL): boolean {
  return address.href.includes('#') && withoutFragment(current) === withoutFragment(address.href)
}

/** Returns the statuses of a page after a load. A reload requests the document without the redirects that led to it. */
function statusesAfter(
  earlier: PageContext['response'],
  latest: PageContext['response'],
  how: 'visit' | 'reload',
): PageContext['response'] {
  if (!earlier || how === 'visit') return latest
  return { ...(latest ?? earlier), statusCodeInitial: earlier.statusCodeInitial }
}

/** Loads a page by `go`, and returns whether that came to its end and more may be expected of it. */
async function open(
  ctx: PageContext,
  responses: NotedResponses,
  go: () => Promise<Response | null>,
): Promise<boolean> {
  const load = async (): Promise<void> => {
    const response: Response | null | undefined = await go()
    // Playwright reports no events of a document whose address is that of an icon.
    if (response) await responses.add(response)
  }
  const isWhole = await explainErrors(ctx, responses, loadUntilStopped(ctx.tab, load))
  if (isWhole === false) await completeStopped(ctx)
  return isWhole ?? false
}

/**
 * Waits for a navigation; an error that it rejects with is explained. A response with an error status is a page like any
 * other. Returns undefined for an error status without a body, and for a PDF.
 */
async function explainErrors<T>(
  ctx: PageContext,
  responses: NotedResponses,
  navigation: Promise<T>,
): Promise<T | undefined> {
  try {
    return await Promise.race([navigation, responses.tooMany])
  } catch (error) {
    // The browser is about to show its error page, which would interrupt the next load.
    await settlesWithin(flushEvents(ctx.tab.session), REPLY_MS)
    // The browser reports the same abort for a missing response, an unrequested response, and a page whose process ended.
    if (isAborted(error) && !responses.statuses() && !(await answers(ctx.tab)))
      throw new BrowserDied('renderer', error)
    const isMissedPdf = responses.pdf !== undefined && !ctx.loadedPdf
    if (isAnswerWithoutBody(error) || isMissedPdf) return undefined
    throw (await explainRefusal(ctx, responses.address, error)) ?? error
  }
}

/** Completes a page whose load was stopped, so that it can be drawn; nothing more of its document is expected. */
async function completeStopped({ tab, traffic }: PageContext): Promise<void> {
  traffic?.endDocument()
  const giveBody = async (): Promise<void> => {
    if (!(await callInPage(tab, lacksBody, undefined))) return
    // A script cannot do this: it may not write to a document whose parser was stopped.
    await tab.session.send('Page.setDocumentContent', {
      frameId: tab.frameId,
      html: '<!doctype html><body>',
    })
  }
  await settlesWithin(giveBody(), REPLY_MS)
}

async function answers({ session }: PageContext['tab']): Promise<boolean> {
  const evaluation = session.send('Runtime.evaluate', { expression: '0' })
  return (await settlesWithin(evaluation, REPLY_MS)) && evaluation.then(Boolean, () => false)
}
