import { RenderError } from '@render/errors'
import { parseAddress } from '@render/net'
import type { Response } from 'playwright-core'
import { isAnswerWithoutBody } from '../../browser/errors.ts'
import { explainRefusal } from '../../browser/refusals.ts'
import { loadUntilStopped } from '../../browser/load-until-stopped.ts'
import { watchNetwork } from '../../browser/network-quiet.ts'
import type { Tab } from '../../browser/tabs.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

type Event = 'load' | 'domcontentloaded'

/** The page's own event to wait for, and the connections that may be left afterwards. */
const WAITS = {
  domloaded: { event: 'domcontentloaded' },
  loaded: { event: 'load' },
  mostrequestsfinished: { event: 'domcontentloaded', connections: 2 },
  requestsfinished: { event: 'domcontentloaded', connections: 0 },
} as const

/** What is left of the page's time is for what it runs after its load, and this on top. */
const GRACE_MS = 2000

/** Loads the address, or the markup at the address it counts as coming from, and waits for the event asked for. */
export const loadPage = stage({
  name: 'load-page',
  phase: 'navigate',
  owns: ['url', 'wait_until', 'timeout'],
  borrows: ['html', 'base_url'],
  async run(work, { url, wait_until, timeout, html, base_url }) {
    const wait: { event: Event; connections?: number } = WAITS[wait_until]
    const address = html === undefined ? url : base_url
    const { page, session } = work.tab
    const options = { waitUntil: wait.event, timeout }
    const load = async (): Promise<boolean> => {
      if (!address) return loadUntilStopped(session, () => page.setContent(html ?? '', options))
      const { response, isWhole } = await open(work.tab, parseAddress(address).href, options)
      if (html === undefined) work.response = response
      return isWhole
    }
    const start = performance.now()
    await (wait.connections === undefined ? load() : loadQuietly(work, load, wait.connections, timeout))
    const leftMs = Math.max(0, start + timeout - performance.now())
    work.patienceMs = leftMs + GRACE_MS
  },
})

/** Navigates. A page that answers with an error status is a page like any other, even when it has no body. */
async function open(
  { page, session, way }: Tab,
  address: string,
  options: { waitUntil: Event; timeout: number },
): Promise<Pick<Work, 'response'> & { isWhole: boolean }> {
  const statuses: number[] = []
  let asked = address
  const note = (response: Response): void => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    statuses.push(response.status())
    const { location } = response.headers()
    if (location !== undefined) asked = URL.parse(location, response.url())?.href ?? asked
  }
  page.on('response', note)
  let isWhole = true
  try {
    isWhole = await loadUntilStopped(session, () => page.goto(address, options))
  } catch (error) {
    if (!isAnswerWithoutBody(error)) throw (await explainRefusal(way, asked, error)) ?? error
  } finally {
    page.off('response', note)
  }
  const [statusCodeInitial] = statuses
  if (statusCodeInitial === undefined) return { isWhole }
  return { isWhole, response: { statusCode: statuses.at(-1) ?? 0, statusCodeInitial } }
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
