import type { PageContext } from '../page-context.ts'
import { spendTimeBudget, withinTimeBudget } from '../protocol/time-budget.ts'
import { trackNavigation } from './track-navigation.ts'

/**
 * Runs an action that may navigate the page, and waits until the new document has loaded, at most for the rest of the
 * page's time budget.
 */
export async function actAndAwaitNavigation(ctx: PageContext, act: () => Promise<unknown>): Promise<void> {
  using navigation = trackNavigation(ctx.tab, 'load')
  await act()
  // This reply arrives after the events of all navigations that were requested before.
  await withinTimeBudget(ctx, () => ctx.tab.session.send('Page.getFrameTree'))
  await spendTimeBudget(ctx, () => navigation.until(() => !navigation.isPending()), ctx.timeBudgetMs)
}
