import { RenderError } from '@render/errors'
import {
  CSS_DPI,
  MARGIN_PAIRS,
  noRoomBetween,
  sentPaper,
  SIDES,
  DEFAULT_PAPER,
  type SentPaper,
} from '@render/options'
import { readPageRules, type PageRules } from '../in-page/printing/read-page-rules.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import type { LayoutOptions } from './layout.ts'

/**
 * Requires that the margins leave room on the paper, where the options decide a part of these and the page the rest. The
 * browser would print such a page on its usual paper, without margins.
 * @throws {RenderError} `InvalidOptions`.
 */
export async function requireRoom(page: PageContext, options: LayoutOptions): Promise<void> {
  const sent = sentPaper(options)
  if (!sent.size && Object.keys(sent.margins).length === 0) return
  const own = await evaluateAcrossNavigation(page, () => callInPage(page.tab, readPageRules, undefined))
  if (!own) return
  for (const rules of [own, ...own.special]) requireRoomFor(sent, rules)
}

function requireRoomFor(sent: SentPaper, own: Pick<PageRules, 'margins' | 'size'>): void {
  const size = sent.size ?? (own.size ? inches(own.size) : DEFAULT_PAPER)
  const margins = Object.fromEntries(
    SIDES.map((side) => [side, sent.margins[side] ?? (own.margins[side] ?? 0) / CSS_DPI]),
  )
  for (const pair of MARGIN_PAIRS) {
    const isOwn = !sent.size && pair.sides.every((side) => sent.margins[side] === undefined)
    const message = isOwn ? undefined : noRoomBetween(pair, size, margins)
    if (!message) continue
    const options = pair.sides.map((side) => `pdf_margin_${side}`)
    throw RenderError.forOption(options, `${message} The page's own rules decide what is not sent.`)
  }
}

function inches({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: width / CSS_DPI, height: height / CSS_DPI }
}
