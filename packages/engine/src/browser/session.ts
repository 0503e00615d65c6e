import { settlesWithin } from '@render/async'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { CLOSED, isClosed } from '../protocol/errors.ts'
import { hasHangingGraphics } from './hanging-graphics.ts'
import type { Lease } from './pool.ts'
import type { Tab, TabOptions } from './tab.ts'

/** One render's use of a browser. Disposing returns at once; the page is closed in the background. */
export interface BrowserSession extends Disposable {
  openTab: (options: TabOptions) => Promise<Tab>
  /** Returns whether the egress tunnel of the page has closed. */
  isCutOff(): boolean
  /** Waits until the egress proxy answers or, if it hangs, has been ended; the tunnel is closed then. */
  awaitProxy(): Promise<void>
  /**
   * Checks the browser, because the render was not ready in time. One whose page does not answer within two seconds takes no
   * further renders. Once the page is closed, one with hanging graphics is killed.
   */
  suspectBrowser(): Promise<void>
  /** Returns whether the page has a document other than about:blank. */
  hasDocument(): boolean
}

/** Limit for closing a page. A page in an endless loop closes well within this; a browser that exceeds it hangs. */
const CLOSE_TIMEOUT_MS = 5000

/** Limit for the answer of a page whose scripts do not hang. */
const ANSWER_TIMEOUT_MS = 2000

/** Limit for opening a page, with the wait for a spare one whose process was killed while it started. */
const OPEN_TIMEOUT_MS = 30_000

/**
 * Starts a session; calls `fail` when the browser or the page's process crashes before the session ends. A direct one opens its
 * page without Playwright.
 */
export function startSession(
  lease: Lease,
  fail: (error: Error) => void,
  { isDirect }: { isDirect: boolean },
): BrowserSession {
  let opening: Promise<Tab> | undefined
  let tab: Tab | undefined
  let isSuspect = false
  let isOver = false
  const failWhileOpen = (error: Error): void => {
    if (!isOver) fail(error)
  }
  void lease.browser.gone.then(failWhileOpen)
  return {
    async openTab(options) {
      // Playwright is loaded and connected for the first render that needs it. That does not count as opening the page.
      if (!isDirect) await lease.browser.playwright()
      if (isOver) throw new Error(CLOSED)
      opening = lease.browser.openTab({ ...options, isDirect })
      void settlesWithin(opening, OPEN_TIMEOUT_MS).then((isOpen) => {
        if (!isOpen) failWhileOpen(new BrowserCrashed('renderer'))
      })
      return opening.then(
        (opened) => {
          tab = opened
          tab.crashed.catch(failWhileOpen)
          if (tab.page.isClosed()) throw new BrowserCrashed('renderer')
          return tab
        },
        (error: unknown) => {
          // No page script has run yet that could have closed the page.
          throw isClosed(error) && lease.browser.isAlive() ? new BrowserCrashed('renderer', error) : error
        },
      )
    },
    isCutOff: () => tab?.tunnel.isOpen() === false,
    async awaitProxy() {
      await tab?.tunnel.bytes().catch(() => undefined)
    },
    async suspectBrowser() {
      if (!tab) return
      isSuspect = true
      const answering = tab.session.send('Runtime.evaluate', { expression: '0' })
      if (!(await settlesWithin(answering, ANSWER_TIMEOUT_MS))) lease.retire()
    },
    hasDocument: () => tab !== undefined && tab.page.url() !== 'about:blank',
    [Symbol.dispose]() {
      isOver = true
      void leave(lease, opening, isSuspect)
    },
  }
}

async function leave(lease: Lease, opening: Promise<Tab> | undefined, isSuspect: boolean): Promise<void> {
  const { browser } = lease
  const closing = opening?.then(({ context }) => context.close())
  closing?.catch(() => undefined)
  if (opening && !(await settlesWithin(opening, CLOSE_TIMEOUT_MS))) {
    // The page's process or the proxy may have ended or be slow: other renders go on in a browser that answers.
    lease.retire()
    if (!(await settlesWithin(browser.ping(), ANSWER_TIMEOUT_MS))) browser.kill('hang')
  } else {
    const closes = !closing || (await settlesWithin(closing, CLOSE_TIMEOUT_MS))
    if (!closes || (isSuspect && (await hasHangingGraphics(browser)))) browser.kill('hang')
  }
  lease.release()
}
