import { RenderError } from '@render/errors'
import { parseAddress } from '@render/net'
import type { RenderOptions } from '@render/options'
import type { Frame, Response } from 'playwright-core'
import { lacksBody } from '../in-page/lacks-body.ts'
import { settlesWithin } from '../settles.ts'
import type { Work } from '../work.ts'
import { writeUntilStopped } from './write-until-stopped.ts'
import { callInPage } from './call-in-page.ts'
import { BrowserDied, isAborted, isAnswerWithoutBody, isTimeout } from './errors.ts'
import { isPdf, keepPdf } from './keep-pdf.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { watchNetwork } from './network-quiet.ts'
import { explainRefusal } from './refusals.ts'

/** Options that a page is loaded by. */
export const loading = [
  'url',
  'wait_until',
  'timeout',
  'html',
  'base_url',
  'referer',
  'ignore_load_errors',
] as const

type Event = 'load' | 'domcontentloaded'

/** The page's own event to wait for, and the connections that may be left afterwards. */
const WAITS = {
  domloaded: { event: 'domcontentloaded' },
  loaded: { event: 'load' },
  mostrequestsfinished: { event: 'domcontentloaded', connections: 2 },
  requestsfinished: { event: 'domcontentloaded', connections: 0 },
} as const

/** As of the browser itself, which has a limit of its own. */
const TOO_FAR = 'The address redirects too many times.'

/** A page that is empty, or at rest, answers at once. */
const ANSWER_MS = 1000

/** What is left of the page's time is for what it runs after its load, and this on top. */
const GRACE_MS = 2000

/**
 * Loads the address, or the markup at the address it counts as coming from, and waits for the event asked for. A page that
 * is there already is opened anew by a `visit`, or loaded again as a user would.
 */
export async function loadDocument(
  work: Work,
  {
    url,
    wait_until,
    timeout,
    html,
    base_url,
    referer,
    ignore_load_errors,
  }: Pick<RenderOptions, (typeof loading)[number]>,
  how: 'visit' | 'reload',
): Promise<void> {
  const wait: { event: Event; connections?: number } = WAITS[wait_until]
  const address = html === undefined ? (work.securedUrl ?? url) : base_url
  const { page } = work.tab
  const options = { waitUntil: wait.event, timeout }
  const load = async (): Promise<boolean> => {
    if (!address) return writeUntilStopped(work.tab, () => page.setContent(html ?? '', options))
    const { href } = parseAddress(address)
    const go = () => (how === 'reload' ? page.reload(options) : page.goto(href, { ...options, referer }))
    const { response, isWhole } = await open(work, href, go)
    if (html === undefined) work.response = response
    return isWhole
  }
  const start = performance.now()
  let isThere = !address
  const note = (frame: Frame): void => {
    if (frame === page.mainFrame()) isThere = true
  }
  page.on('framenavigated', note)
  try {
    await (wait.connections === undefined ? load() : loadQuietly(work, load, wait.connections, timeout))
  } catch (error) {
    if (!ignore_load_errors || !isThere || !isTimeout(error)) throw error
    work.warnings.push(`The page was not loaded within ${timeout} ms: it was captured as it was.`)
  } finally {
    page.off('framenavigated', note)
  }
  const leftMs = Math.max(0, start + timeout - performance.now())
  work.patienceMs = Math.min(timeout, leftMs + GRACE_MS)
}

/** Navigates. A page that answers with an error status is a page like any other, even when it has no body. */
async function open(
  work: Work,
  address: string,
  go: () => Promise<unknown>,
): Promise<Pick<Work, 'response'> & { isWhole: boolean }> {
  const { page, session } = work.tab
  const statuses: number[] = []
  const { promise: tooFar, reject } = Promise.withResolvers<never>()
  let redirects = 0
  let asked = address
  let headers: Record<string, string> = {}
  const note = (response: Response): void => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    statuses.push(response.status())
    headers = response.headers()
    const { location } = headers
    if (location === undefined) return
    asked = URL.parse(location, response.url())?.href ?? asked
    redirects += 1
    if (redirects > work.pageLimits.redirects)
      reject(new RenderError('NavigationError', { message: TOO_FAR }))
  }
  const isUnkeptPdf = (): boolean => isPdf(headers) && !work.pdf
  page.on('response', note)
  let isWhole = true
  try {
    isWhole = await Promise.race([loadUntilStopped(session, go), tooFar])
    if (!isWhole) await completeStopped(work)
  } catch (error) {
    // Without an answer, or with one that nobody asked for, the browser gives up as it does when the page's process ends.
    if (isAborted(error) && statuses.length === 0 && !(await answers(work.tab)))
      throw new BrowserDied('renderer', error)
    if (!isAnswerWithoutBody(error) && !isUnkeptPdf())
      throw (await explainRefusal(work, asked, error)) ?? error
  } finally {
    page.off('response', note)
  }
  if (isUnkeptPdf()) {
    // Asked for once more: to hold each answer until its type is known would make every page slower.
    await keepPdf(work)
    return open(work, address, go)
  }
  const [statusCodeInitial] = statuses
  if (statusCodeInitial === undefined) return { isWhole }
  return { isWhole, response: { statusCode: statuses.at(-1) ?? 0, statusCodeInitial } }
}

/** What was stopped can be drawn, and nothing more comes of it. */
async function completeStopped({ tab: { session }, traffic }: Work): Promise<void> {
  traffic?.endDocument()
  const giveBody = async (): Promise<void> => {
    if (!(await callInPage(session, lacksBody, undefined))) return
    const { frameTree } = await session.send('Page.getFrameTree')
    // No script can: it may write no document anew whose parser was stopped.
    await session.send('Page.setDocumentContent', {
      frameId: frameTree.frame.id,
      html: '<!doctype html><body>',
    })
  }
  await settlesWithin(giveBody(), ANSWER_MS)
}

async function answers({ session }: Work['tab']): Promise<boolean> {
  const asked = session.send('Runtime.evaluate', { expression: '0' })
  return (await settlesWithin(asked, ANSWER_MS)) && asked.then(Boolean, () => false)
}

/** A page that never falls silent is taken as it is once its load event was there. */
async function loadQuietly(
  { tab: { page }, warnings }: Work,
  load: () => Promise<boolean>,
  connections: number,
  timeoutMs: number,
): Promise<void> {
  using network = watchNetwork(page)
  let loaded = false
  page.once('load', () => (loaded = true))
  const start = performance.now()
  // Of a page that was stopped nothing more comes.
  if (!(await load())) return
  if (await network.quiet(connections, start + timeoutMs - performance.now())) return
  if (!loaded) throw new RenderError('RenderTimeoutError')
  warnings.push(`The network was not quiet within ${timeoutMs} ms: the page was captured as it was.`)
}
