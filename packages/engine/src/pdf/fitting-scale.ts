import { CSS_DPI, type SentPaper } from '@render/options'
import { muteResizes } from '../in-page/settling/mute-resizes.ts'
import { hasVerticalLines, measureSheets } from '../in-page/printing/measure-sheets.ts'
import type { PageContext } from '../page-context.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { setMetrics } from '../protocol/metrics.ts'
import { awaitFrame } from '../settling/await-frame.ts'
import { settle } from '../settling/settle.ts'
import { paperOf, printableSize, readOwnPaper, type OwnPaper } from './own-paper.ts'

const SMALLEST_SCALE = 0.1
/** The longest side of a viewport to measure a page in; a browser prints no longer sheet. */
const MAX_LENGTH = 200 * CSS_DPI
const FIRST = ':first'

/** Returns the scale at which no line of the page is longer than the paper that it is printed on; 1 at most. */
export async function fittingScale(page: PageContext, sent: SentPaper): Promise<number> {
  const own = await readOwnPaper(page)
  const isVertical = (await callAcrossNavigation(page, hasVerticalLines)) ?? false
  const general = lineLength(sent, own, isVertical)
  const named = (own?.special ?? [])
    .filter(({ selector }) => selector !== FIRST)
    .map((rules) => [rules.selector, lineLength(sent, rules, isVertical)] as const)
  const special = new Map(named.filter(([, length]) => length !== general))
  const { session } = page.tab
  await callAcrossNavigation(page, muteResizes)
  let scale = 1
  for (const length of new Set([general, ...special.values()])) {
    // The browser ignores margins that leave no room.
    if (length <= 0) continue
    await setMetrics(session, { ...page.viewport, [isVertical ? 'height' : 'width']: length })
    const given = { isVertical, isMixed: special.size > 0 }
    const reaches = await callAcrossNavigation(page, measureSheets, given)
    for (const [name, reach] of reaches ?? [])
      if (reach > 0 && (special.get(name) ?? general) === length) scale = Math.min(scale, length / reach)
  }
  await setMetrics(session, page.viewport)
  // Observers of sizes see the change in the next frame.
  if (page.runsScripts) await awaitFrame(page)
  await settle(page, { isWhole: true })
  return Math.max(SMALLEST_SCALE, scale)
}

/** Returns the printable length of the paper along the lines of the page. */
function lineLength(sent: SentPaper, own: OwnPaper | undefined, isVertical: boolean): number {
  const { width, height } = printableSize(paperOf(sent, own))
  return Math.min(MAX_LENGTH, isVertical ? height : width)
}
