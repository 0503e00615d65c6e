import type { Request } from 'playwright-core'
import type { PageContext } from '../page-context.ts'
import { settlesInPageTime } from '../page-time/page-time.ts'
import { spendTimeBudget, withinTimeBudget } from '../protocol/time-budget.ts'

/** Limit for the start of a navigation request after the document asked for the navigation. */
const BEGIN_MS = 1000

/**
 * Runs an action that may navigate the page, and waits until the new document has loaded, at most for the rest of the
 * page's time budget.
 */
export async function throughNavigation(ctx: PageContext, act: () => Promise<unknown>): Promise<void> {
  const { page, session, frameId: main, time } = ctx.tab
  const { promise: settled, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let navigation: Request | undefined
  let isRequested = false
  const onNavigation = ({ frameId }: { frameId: string }): void => {
    isRequested ||= frameId === main
  }
  const onRequest = (request: Request): void => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    navigation = request
    begin()
  }
  // A response that is not a page, or no response, leaves the page where it is.
  const onFailure = (request: Request): void => {
    if (request === navigation) resolve()
  }
  const onLoad = (): void => resolve()
  session.on('Page.frameRequestedNavigation', onNavigation)
  page.on('request', onRequest)
  page.on('requestfailed', onFailure)
  page.on('load', onLoad)
  try {
    await act()
    // This reply arrives after the events of all navigations that were requested before.
    await withinTimeBudget(ctx, () => session.send('Page.getFrameTree'))
    if (isRequested) await settlesInPageTime(time, begun, BEGIN_MS)
    if (!navigation) return
    await spendTimeBudget(ctx, () => settled, ctx.timeBudgetMs)
  } finally {
    session.off('Page.frameRequestedNavigation', onNavigation)
    page.off('request', onRequest)
    page.off('requestfailed', onFailure)
    page.off('load', onLoad)
  }
}
