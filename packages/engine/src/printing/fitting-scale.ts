import { CSS_DPI, type SentPaper } from '@render/options'
import { measureSheets } from '../in-page/printing/measure-sheets.ts'
import { styleOf } from '../in-page/styling/style-of.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { setMetrics } from '../protocol/metrics.ts'
import { paperOf, readOwnPaper, type OwnPaper } from './own-paper.ts'

const SMALLEST_SCALE = 0.1
/** The widest viewport to measure a page in; a browser prints no wider sheet. */
const MAX_WIDTH = 200 * CSS_DPI
const FIRST = ':first'

/** Returns the scale at which nothing of the page is wider than the paper that it is printed on; 1 at most. */
export async function fittingScale(page: PageContext, sent: SentPaper): Promise<number> {
  const own = await readOwnPaper(page)
  const general = printableWidth(sent, own)
  const named = (own?.special ?? [])
    .map((rules) => ({ name: rules.selector, width: printableWidth(sent, rules) }))
    .filter(({ name, width }) => name !== FIRST && width !== general)
  const names = named.map(({ name }) => name)
  const { session } = page.tab
  let scale = 1
  for (const { name, width } of [{ name: undefined, width: general }, ...named]) {
    // The browser ignores margins that leave no room.
    if (width <= 0) continue
    await setMetrics(session, { ...page.viewport, width })
    const measure = () => callInPage(page.tab, measureSheets, { name, names }, styleOf)
    const needed = await evaluateAcrossNavigation(page, measure)
    if (needed) scale = Math.min(scale, width / needed)
  }
  await setMetrics(session, page.viewport)
  return Math.max(SMALLEST_SCALE, scale)
}

function printableWidth(sent: SentPaper, own: OwnPaper | undefined): number {
  const { size, margins } = paperOf(sent, own)
  const { left = 0, right = 0 } = margins
  return Math.min(MAX_WIDTH, Math.floor((size.width - left - right) * CSS_DPI))
}
