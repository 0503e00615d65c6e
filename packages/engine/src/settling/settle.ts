import type { PageContext } from '../page-context.ts'
import type { Captured } from '../in-page/settling/place-images.ts'
import { evaluateWithTimeout } from '../protocol/evaluate-across-navigation.ts'
import { TIMED_OUT } from '../protocol/time-budget.ts'
import { BOUND_MS, createJudge, RECORDED_REASONS, type Reason } from './judge.ts'
import { createObserver } from './observe.ts'

const PAUSE_MS = 20

/** Waits until nothing pending would change the picture, as `judge.ts` decides. Returns what it waited for. */
export async function settle(ctx: PageContext, captured: Captured): Promise<Set<Reason>> {
  const { tab, traffic, signal } = ctx
  const waitedFor = new Set<Reason>()
  if (!traffic) return waitedFor
  const observe = createObserver(tab, traffic, { captured, hasCode: ctx.runsScripts })
  const judge = createJudge(tab.time.isStepped ? RECORDED_REASONS : undefined)
  for (let leftMs = BOUND_MS; leftMs > 0;) {
    const observation = await evaluateWithTimeout(ctx, observe, leftMs)
    // The page is too busy to be observed; the capture may still succeed.
    if (observation === TIMED_OUT) break
    const reasons = judge(observation)
    if (reasons.length === 0) break
    for (const reason of reasons) waitedFor.add(reason)
    await tab.time.sleep(PAUSE_MS, signal)
    leftMs = BOUND_MS - observation.atMs - PAUSE_MS
  }
  return waitedFor
}
