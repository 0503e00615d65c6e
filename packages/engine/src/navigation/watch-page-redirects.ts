import type { Request } from 'playwright-core'
import type { Tab } from '../browser/tabs.ts'
import { settlesInPageTime } from '../page-time/page-time.ts'
import { timeoutError } from '../protocol/errors.ts'
import { trackReplacement } from './track-replacement.ts'

/** A page that redirects more often than this does so for ever. */
const MAX_REDIRECTS = 5
/** Limit for the reply of a page that is idle. */
const ANSWER_MS = 1000

/** Redirects that a page asks for itself: by a script, a form, or a refresh in its markup or its headers. */
export interface PageRedirects extends Disposable {
  /** Returns whether the page is about to be replaced, or was replaced by an error page. */
  areDue(): Promise<boolean>
  /**
   * Waits until the document that replaces the page has reached the event, or until it is known that none does. Returns
   * false when none has arrived within the time.
   * @throws when that document takes too long, or fails to load and may not.
   */
  follow(timeoutMs: number, how: { mayFail: boolean }): Promise<boolean>
}

/** Watches for redirects of a page, from before it is loaded. */
export function watchPageRedirects(
  tab: Pick<Tab, 'page' | 'session' | 'frameId' | 'time'>,
  event: 'load' | 'domcontentloaded',
): PageRedirects {
  const { page, session, time } = tab
  let onChange = (): void => undefined
  let failed: Request | undefined
  const onFailure = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) failed = request
  }
  page.on('requestfailed', onFailure)
  const replacement = trackReplacement(tab, event, () => onChange())
  const hasFailed = (): boolean => replacement.unreachable !== undefined
  const isOver = (): boolean => !replacement.isDue() || replacement.documents > MAX_REDIRECTS || hasFailed()

  return {
    async areDue() {
      // This reply arrives after the events of all redirects that were asked for before.
      await settlesInPageTime(time, session.send('Page.getFrameTree'), ANSWER_MS)
      return replacement.isDue() || hasFailed()
    },
    async follow(timeoutMs, { mayFail }) {
      const { documents } = replacement
      const { promise: over, resolve } = Promise.withResolvers<void>()
      onChange = () => {
        if (isOver()) resolve()
      }
      onChange()
      await settlesInPageTime(time, over, timeoutMs)
      if (hasFailed() && !mayFail)
        throw new Error(`${failed?.failure()?.errorText} at ${replacement.unreachable}`)
      if (!isOver() && replacement.documents > documents) throw timeoutError(timeoutMs)
      return isOver()
    },
    [Symbol.dispose]() {
      page.off('requestfailed', onFailure)
      replacement[Symbol.dispose]()
    },
  }
}
