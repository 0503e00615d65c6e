import { isLoaded } from '../../in-page/settling/is-loaded.ts'
import { placeImages, type Captured } from '../../in-page/settling/place-images.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateWithTimeout } from '../../protocol/evaluate-across-navigation.ts'
import { REPLY_MS, TIMED_OUT } from '../../protocol/time-budget.ts'
import { budgetOf } from '../../settling/judge.ts'
import { settle } from '../../settling/settle.ts'
import type { OpenRequest } from '../../settling/traffic.ts'
import { shownSelector, type PageContext } from '../../page-context.ts'
import { stage } from '../../stage.ts'

const ADVICE = 'If something is missing, use "wait_for" or "delay".'

/** The formats that show all of a page. */
const WHOLE: ReadonlySet<string> = new Set(['pdf', 'mhtml'])

/** Waits until nothing pending would change the picture, as `settling/judge.ts` decides; traces what it waited for. */
export const settlePage = stage({
  name: 'settle-page',
  phase: 'prepare',
  owns: ['skip_final_delay'],
  direct: true,
  borrows: ['selector', 'clip', 'full_page', 'format', 'save_mhtml'],
  async run(ctx, { selector, clip, full_page, format, save_mhtml }) {
    const { traffic, files } = ctx
    if (!traffic) return undefined
    // Paper and files of the whole page show all of it, too.
    const isWhole = full_page || save_mhtml || WHOLE.has(format) || files !== undefined
    const captured = { selector: shownSelector(ctx, selector), clip, isWhole }
    const waitedFor = await settle(ctx, captured)
    const open = traffic.openRequests().filter((each) => each.isUnanswered)
    const data = open.filter((each) => isForData(each) && budgetOf(each, {}) > 0)
    if (!ctx.isLoadCutShort)
      warnOfRequests(ctx.warnings, data.length, await countMissing(ctx, open, captured))
    return { waitedFor: [...waitedFor] }
  },
})

/**
 * Returns whether a request is for data that the page lacks, not a stream or a poll. Other files are part of the load of the
 * page, for which `wait_until` decides.
 */
function isForData({ resourceType }: OpenRequest): boolean {
  return resourceType === 'fetch' || resourceType === 'xhr'
}

/** Counts the pictures in the captured area without a response that a page has inserted since its load event, which waits for others. */
async function countMissing(ctx: PageContext, open: OpenRequest[], captured: Captured): Promise<number> {
  const pictures = open.filter(({ resourceType }) => resourceType === 'image')
  const places = Object.fromEntries(pictures.map(({ address }) => [address, 'inside' as const]))
  const addresses = pictures.filter((each) => budgetOf(each, places) > 0).map(({ address }) => address)
  if (addresses.length === 0) return 0
  const wanted = { addresses, captured, onlyShown: true }
  const look = () => Promise.all([callInPage(ctx.tab, isLoaded), callInPage(ctx.tab, placeImages, wanted)])
  const looked = await evaluateWithTimeout(ctx, look, REPLY_MS)
  if (looked === TIMED_OUT || !looked[0]) return 0
  return Object.values(looked[1] ?? {}).filter((place) => place === 'inside').length
}

function warnOfRequests(warnings: string[], data: number, pictures: number): void {
  const counts = [
    [data, '1 request for data', 'requests for data'],
    [pictures, '1 request for a picture', 'requests for pictures'],
  ] as const
  const requests = counts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => (count === 1 ? one : `${count} ${several}`))
  // The page may settle several times.
  if (requests.length > 0 && !warnings.some((each) => each.endsWith(ADVICE)))
    warnings.push(`${requests.join(' and ')} had not ended when the page was captured. ${ADVICE}`)
}
