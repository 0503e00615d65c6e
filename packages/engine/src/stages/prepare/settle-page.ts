import { evaluateWithTimeout } from '../../protocol/evaluate-across-navigation.ts'
import { TIMED_OUT } from '../../protocol/time-budget.ts'
import { BOUND_MS, budgetOf, createJudge, RECORDED_REASONS, type Reason } from '../../settling/judge.ts'
import { createObserver } from '../../settling/observe.ts'
import type { OpenRequest } from '../../settling/traffic.ts'
import { shownSelector } from '../../page-context.ts'
import { stage } from '../../stage.ts'

const PAUSE_MS = 20
const ADVICE = 'If something is missing, use "wait_for" or "delay".'

/** Waits until nothing pending would change the picture, as `settling/judge.ts` decides; traces what it waited for. */
export const settlePage = stage({
  name: 'settle-page',
  phase: 'prepare',
  owns: ['skip_final_delay'],
  borrows: ['selector', 'clip', 'full_page'],
  async run(ctx, { selector, clip, full_page }) {
    const { tab, traffic, signal, article } = ctx
    if (!traffic) return undefined
    const captured = { selector: shownSelector(ctx, selector), clip, isWhole: full_page }
    const observe = createObserver(tab, traffic, { captured, hasCode: ctx.runsScripts && !article })
    const judge = createJudge(tab.time.isStepped ? RECORDED_REASONS : undefined)
    const waitedFor = new Set<Reason>()
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
    const open = traffic.openRequests().filter((each) => isForData(each) && budgetOf(each, {}) > 0)
    if (open.length > 0 && !ctx.isLoadCutShort) warnOfRequests(ctx.warnings, open.length)
    return { waitedFor: [...waitedFor] }
  },
})

/**
 * Returns whether a request is for data that the page lacks, not a stream or a poll. Other files are part of the load of the
 * page, for which `wait_until` decides.
 */
function isForData({ resourceType, isUnanswered }: OpenRequest): boolean {
  return isUnanswered && (resourceType === 'fetch' || resourceType === 'xhr')
}

function warnOfRequests(warnings: string[], count: number): void {
  const requests = count === 1 ? '1 request for data' : `${count} requests for data`
  // The page may settle several times.
  if (!warnings.some((each) => each.endsWith(ADVICE)))
    warnings.push(`${requests} had not ended when the page was captured. ${ADVICE}`)
}
