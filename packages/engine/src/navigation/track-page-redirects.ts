import type { Frame, Request } from 'playwright-core'
import type { Tab } from '../browser/tab.ts'
import { settlesInPageTime } from '../page-time/page-time.ts'
import { timeoutError } from '../protocol/errors.ts'
import { flushEvents } from '../protocol/flush-events.ts'
import { REPLY_MS } from '../protocol/time-budget.ts'
import { isMainNavigation } from './is-main-navigation.ts'
import { trackNavigationState } from './track-navigation-state.ts'

/** Limit for the response of a URL in whose place the page is there already. */
const COMMIT_MS = 10_000

/** The outcome of a redirect: another document, one whose load was stopped, none, or none in time. */
type RedirectOutcome = 'loaded' | 'stopped' | 'none' | 'late'

/** Redirects that a page asks for itself: by a script, a form, or a refresh in its markup or its headers. */
export interface PageRedirects extends Disposable {
  /** Returns whether the page is about to be replaced, or was replaced by an error page. */
  isPending(): Promise<boolean>
  /**
   * Waits until the document that replaces the page has reached the event.
   * @throws when that document takes longer than `timeoutMs`, or fails to load and may not.
   */
  follow(timeoutMs: number, how: { mayFail: boolean }): Promise<RedirectOutcome>
  /** Resolves when the page has been replaced by the browser's error page, and Playwright has seen that too. */
  errorPage(): Promise<void>
}

/** Tracks the redirects of a page, from before it is loaded. */
export function trackPageRedirects(
  tab: Pick<Tab, 'page' | 'session' | 'frameId' | 'time'>,
  event: 'load' | 'domcontentloaded',
): PageRedirects {
  const { page, session, time } = tab
  let failed: Request | undefined
  const onFailure = (request: Request): void => {
    if (isMainNavigation(page, request)) failed = request
  }
  page.on('requestfailed', onFailure)
  const { promise: playwrightSawErrorPage, resolve } = Promise.withResolvers<void>()
  const onNavigation = (frame: Frame): void => {
    if (frame === page.mainFrame() && frame.url().startsWith('chrome-error:')) resolve()
  }
  page.on('framenavigated', onNavigation)
  const navigation = trackNavigationState(tab, event)
  const hasFailed = (): boolean => navigation.failedUrl !== undefined

  return {
    async isPending() {
      await settlesInPageTime(time, flushEvents(session), REPLY_MS)
      return navigation.isPending() || hasFailed()
    },
    async follow(timeoutMs, { mayFail }) {
      const { loadedCount } = navigation
      const endMs = time.now() + timeoutMs
      const isOver = (): boolean =>
        !navigation.isPending() || navigation.loadedCount > loadedCount || hasFailed()
      const committed = navigation.until(() => isOver() || navigation.committedCount > loadedCount)
      if (!(await settlesInPageTime(time, committed, Math.min(timeoutMs, COMMIT_MS)))) return 'late'
      const isInTime = await settlesInPageTime(time, navigation.until(isOver), endMs - time.now())
      if (hasFailed() && !mayFail)
        throw new Error(`${failed?.failure()?.errorText} at ${navigation.failedUrl}`)
      if (!isInTime) throw timeoutError(timeoutMs)
      if (navigation.committedCount === loadedCount || hasFailed()) return 'none'
      return navigation.loadedCount > loadedCount ? 'loaded' : 'stopped'
    },
    async errorPage() {
      await Promise.all([navigation.until(hasFailed), playwrightSawErrorPage])
    },
    [Symbol.dispose]() {
      page.off('requestfailed', onFailure)
      page.off('framenavigated', onNavigation)
      navigation[Symbol.dispose]()
    },
  }
}
