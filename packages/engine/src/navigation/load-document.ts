import { settlesWithin } from '@render/async'
import { RenderError } from '@render/errors'
import type { RenderOptions } from '@render/options'
import type { Frame, Response } from 'playwright-core'
import { lacksBody } from '../in-page/finding/lacks-body.ts'
import type { PageContext } from '../page-context.ts'
import { writeUntilStopped } from './write-until-stopped.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { BrowserDied, isAborted, isAnswerWithoutBody, isTimeout } from '../protocol/errors.ts'
import { isPdf, interceptPdf } from './intercept-pdf.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { watchNetwork } from './network-quiet.ts'
import { explainRefusal } from '../protocol/refusals.ts'

/** The options that control how a page is loaded. */
export const loading = ['wait_until', 'timeout', 'referer', 'ignore_load_errors'] as const

type Event = 'load' | 'domcontentloaded'

/** The event of the page to wait for, and the number of connections that may stay open afterwards. */
const WAITS = {
  domloaded: { event: 'domcontentloaded' },
  loaded: { event: 'load' },
  mostrequestsfinished: { event: 'domcontentloaded', connections: 2 },
  requestsfinished: { event: 'domcontentloaded', connections: 0 },
} as const

/** The same message as for the browser's own limit of redirects. */
const TOO_MANY_REDIRECTS = 'The URL redirects too many times.'

/** Limit for the reply of a page that is empty or idle, which answers at once. */
const ANSWER_MS = 1000

/** Added to the time that is left of `timeout` after the load, for scripts that run then. */
const GRACE_MS = 2000

/**
 * Loads the address, or the markup at its base address, and waits for the event that `wait_until` names. When a page is
 * open already, `visit` navigates to the address again and `reload` reloads the page as a user would.
 */
export async function loadDocument(
  ctx: PageContext,
  { wait_until, timeout, referer, ignore_load_errors }: Pick<RenderOptions, (typeof loading)[number]>,
  how: 'visit' | 'reload',
): Promise<void> {
  const wait: { event: Event; connections?: number } = WAITS[wait_until]
  const { address, target, tab } = ctx
  const { page, time } = tab
  const options = { waitUntil: wait.event, timeout }
  const load = async (): Promise<boolean> => {
    if (!address) return writeUntilStopped(ctx.tab, () => page.setContent(target.markup ?? '', options))
    const { href } = address
    const go = () => (how === 'reload' ? page.reload(options) : page.goto(href, { ...options, referer }))
    const { response, isWhole } = await open(ctx, href, go)
    if (target.markup === undefined) ctx.response = response
    return isWhole
  }
  const start = performance.now()
  let hasDocument = !address
  const note = (frame: Frame): void => {
    if (frame === page.mainFrame()) hasDocument = true
  }
  page.on('framenavigated', note)
  try {
    const { connections } = wait
    await time.during<unknown>(
      connections === undefined ? load() : loadQuietly(ctx, load, connections, timeout),
    )
  } catch (error) {
    if (!ignore_load_errors || !hasDocument || !isTimeout(error)) throw error
    ctx.warnings.push(`The page was not loaded within ${timeout} ms: it was captured as it was.`)
  } finally {
    page.off('framenavigated', note)
  }
  const leftMs = Math.max(0, start + timeout - performance.now())
  ctx.timeBudgetMs = Math.min(timeout, leftMs + GRACE_MS)
}

/** Navigates to the address. A response with an error status is a page like any other, even without a body. */
async function open(
  ctx: PageContext,
  address: string,
  go: () => Promise<unknown>,
): Promise<Pick<PageContext, 'response'> & { isWhole: boolean }> {
  const { page, session } = ctx.tab
  const statuses: number[] = []
  const { promise: tooManyRedirects, reject } = Promise.withResolvers<never>()
  let redirects = 0
  let current = address
  let headers: Record<string, string> = {}
  const note = (response: Response): void => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    statuses.push(response.status())
    headers = response.headers()
    const { location } = headers
    if (location === undefined) return
    current = URL.parse(location, response.url())?.href ?? current
    redirects += 1
    if (redirects > ctx.pageLimits.redirects)
      reject(new RenderError('NavigationError', { message: TOO_MANY_REDIRECTS }))
  }
  const isMissedPdf = (): boolean => isPdf(headers) && !ctx.loadedPdf
  page.on('response', note)
  let isWhole = true
  try {
    isWhole = await Promise.race([loadUntilStopped(ctx.tab, go), tooManyRedirects])
    if (!isWhole) await completeStopped(ctx)
  } catch (error) {
    // The browser is about to show its error page, which would interrupt the next load.
    await settlesWithin(session.send('Page.getFrameTree'), ANSWER_MS)
    // The browser reports the same abort for a missing response, an unrequested response, and a page whose process ended.
    if (isAborted(error) && statuses.length === 0 && !(await answers(ctx.tab)))
      throw new BrowserDied('renderer', error)
    if (!isAnswerWithoutBody(error) && !isMissedPdf())
      throw (await explainRefusal(ctx, current, error)) ?? error
  } finally {
    page.off('response', note)
  }
  if (isMissedPdf()) {
    // Requests the PDF a second time: to hold every response until its type is known would make every page slower.
    await interceptPdf(ctx)
    return open(ctx, address, go)
  }
  const [statusCodeInitial] = statuses
  if (statusCodeInitial === undefined) return { isWhole }
  return { isWhole, response: { statusCode: statuses.at(-1) ?? 0, statusCodeInitial } }
}

/** Completes a page whose load was stopped, so that it can be drawn; nothing more of its document is expected. */
async function completeStopped({ tab, traffic }: PageContext): Promise<void> {
  traffic?.endDocument()
  const giveBody = async (): Promise<void> => {
    if (!(await callInPage(tab, lacksBody, undefined))) return
    const { frameTree } = await tab.session.send('Page.getFrameTree')
    // A script cannot do this: it may not write to a document whose parser was stopped.
    await tab.session.send('Page.setDocumentContent', {
      frameId: frameTree.frame.id,
      html: '<!doctype html><body>',
    })
  }
  await settlesWithin(giveBody(), ANSWER_MS)
}

async function answers({ session }: PageContext['tab']): Promise<boolean> {
  const evaluation = session.send('Runtime.evaluate', { expression: '0' })
  return (await settlesWithin(evaluation, ANSWER_MS)) && evaluation.then(Boolean, () => false)
}

/**
 * Loads a page and waits for a quiet network. A page that never becomes quiet is used as it is if its load event has
 * fired.
 */
async function loadQuietly(
  { tab, warnings }: PageContext,
  load: () => Promise<boolean>,
  connections: number,
  timeoutMs: number,
): Promise<void> {
  using network = watchNetwork(tab)
  let loaded = false
  tab.page.once('load', () => (loaded = true))
  const start = performance.now()
  // Nothing more is expected of a stopped page.
  if (!(await load())) return
  if (await network.quiet(connections, start + timeoutMs - performance.now())) return
  if (!loaded) throw new RenderError('RenderTimeoutError')
  warnings.push(`The network was not quiet within ${timeoutMs} ms: the page was captured as it was.`)
}
