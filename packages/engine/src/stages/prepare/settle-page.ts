import { budgetOf } from '../../settling/judge.ts'
import { settle } from '../../settling/settle.ts'
import type { OpenRequest } from '../../settling/traffic.ts'
import { shownSelector } from '../../page-context.ts'
import { stage } from '../../stage.ts'

const ADVICE = 'If something is missing, use "wait_for" or "delay".'

/** Waits until nothing pending would change the picture, as `settling/judge.ts` decides; traces what it waited for. */
export const settlePage = stage({
  name: 'settle-page',
  phase: 'prepare',
  owns: ['skip_final_delay'],
  direct: true,
  borrows: ['selector', 'clip', 'full_page'],
  async run(ctx, { selector, clip, full_page }) {
    const { traffic } = ctx
    if (!traffic) return undefined
    const waitedFor = await settle(ctx, {
      selector: shownSelector(ctx, selector),
      clip,
      isWhole: full_page,
    })
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
