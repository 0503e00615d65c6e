import type { RenderOptions } from '@render/options'
import type { PageContext } from '../page-context.ts'
import { flushEvents } from '../protocol/flush-events.ts'
import { TIMED_OUT, spendTimeBudget, withinTimeBudget } from '../protocol/time-budget.ts'
import { awaitedBy } from './awaited-event.ts'
import { paintUnfinished } from './await-first-paint.ts'
import { cutLoadShort } from './cut-load-short.ts'
import { trackConnections } from './track-connections.ts'
import { trackNavigationState } from './track-navigation-state.ts'

/** Time budget kept for the capture after a navigation that does not end; at most half of the budget. */
const KEPT_MS = 2000

/**
 * Runs an action that may navigate the page, and waits for the new document as for the first one. Warns when that takes too
 * long: the page is used as it is then.
 */
export async function actAndAwaitNavigation(
  ctx: PageContext,
  wait_until: RenderOptions['wait_until'],
  act: () => Promise<unknown>,
): Promise<void> {
  const { event, connections } = awaitedBy(wait_until)
  using navigation = trackNavigationState(ctx.tab, event)
  using network = trackConnections(ctx.tab)
  await act()
  await withinTimeBudget(ctx, () => flushEvents(ctx.tab.session))
  if (!navigation.isPending() && navigation.committedCount === 0) return
  const limitMs = Math.floor(ctx.timeBudgetMs - Math.min(KEPT_MS, ctx.timeBudgetMs / 2))
  const awaitDocument = async (): Promise<void> => {
    await navigation.until(() => !navigation.isPending())
    if (connections !== undefined) await network.quiet(connections, limitMs)
  }
  if ((await spendTimeBudget(ctx, awaitDocument, limitMs)) !== TIMED_OUT) return
  cutLoadShort(ctx, 'that an action opened was not loaded in the time that remained of "timeout"')
  await paintUnfinished(ctx)
}
