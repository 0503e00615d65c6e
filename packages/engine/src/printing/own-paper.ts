import { CSS_DPI, DEFAULT_PAPER, SIDES, type SentPaper } from '@render/options'
import { readPageRules, type PageRules } from '../in-page/printing/read-page-rules.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'

/** The paper by the page's own rules, in CSS pixels. */
export type OwnPaper = Pick<PageRules, 'margins' | 'size'>

/** Reads the page's own rules for paper; undefined where that fails. */
export function readOwnPaper(page: PageContext): Promise<PageRules | undefined> {
  return evaluateAcrossNavigation(page, () => callInPage(page.tab, readPageRules, undefined))
}

/** Returns the paper that is printed on, in inches: what the options leave open is decided by the page. */
export function paperOf(sent: SentPaper, own: OwnPaper | undefined): Required<SentPaper> {
  const size = own?.size && { width: own.size.width / CSS_DPI, height: own.size.height / CSS_DPI }
  return {
    size: sent.size ?? size ?? DEFAULT_PAPER,
    margins: Object.fromEntries(
      SIDES.map((side) => [side, sent.margins[side] ?? (own?.margins[side] ?? 0) / CSS_DPI]),
    ),
  }
}
