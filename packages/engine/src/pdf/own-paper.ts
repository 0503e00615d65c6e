import {
  CSS_DPI,
  DEFAULT_PAPER,
  SIDES,
  turnedPaper,
  type PaperOptions,
  type SentPaper,
} from '@render/options'
import type { CDPSession } from 'playwright-core'
import { readPageRules, type PageRules } from '../in-page/printing/read-page-rules.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'

/** Characters of the style sheets of other sites in which rules for paper are looked for. */
const MAX_LENGTH = 5_000_000

/** The paper by the page's own rules, in CSS pixels. */
export type OwnPaper = Pick<PageRules, 'margins' | 'size'>

/** Reads the page's own rules for paper; undefined where that fails. */
export function readOwnPaper(page: PageContext): Promise<PageRules | undefined> {
  return evaluateAcrossNavigation(page, async () => {
    const rules = await callInPage(page.tab, readPageRules, {})
    if (!rules || rules.unread.length === 0) return rules
    return callInPage(page.tab, readPageRules, await readForeignSheets(page.tab.session, rules.unread))
  })
}

/** Returns the texts of style sheets that scripts cannot read, by their addresses; only those with rules for paper. */
async function readForeignSheets(
  session: CDPSession,
  addresses: readonly string[],
): Promise<Record<string, string>> {
  const ids = new Map<string, string>()
  const onSheet = ({ header }: { header: { sourceURL: string; styleSheetId: string; length: number } }) => {
    if (header.length <= MAX_LENGTH) ids.set(header.sourceURL, header.styleSheetId)
  }
  session.on('CSS.styleSheetAdded', onSheet)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const texts: Record<string, string> = {}
    let left = MAX_LENGTH
    for (const address of new Set(addresses)) {
      const styleSheetId = ids.get(address)
      if (styleSheetId === undefined) continue
      // The page may have removed the sheet in between.
      const { text = '' } =
        (await session.send('CSS.getStyleSheetText', { styleSheetId }).catch(() => undefined)) ?? {}
      if (text.length > left || !/@page/i.test(text)) continue
      left -= text.length
      texts[address] = text
    }
    return texts
  } finally {
    session.off('CSS.styleSheetAdded', onSheet)
    await session.send('CSS.disable')
    await session.send('DOM.disable')
  }
}

/** Turns the page's own paper to an orientation that is sent without a size: returns the options with that size. */
export async function turnOwnPaper<Options extends PaperOptions>(
  page: PageContext,
  options: Options,
): Promise<Options> {
  const { pdf_orientation, pdf_page_size, pdf_page_width, pdf_page_height, pdf_dpi = CSS_DPI } = options
  if (!pdf_orientation || pdf_page_size || pdf_page_width || pdf_page_height) return options
  const own = (await readOwnPaper(page))?.size
  if (!own) return options
  const { width, height } = turnedPaper([own.width, own.height], pdf_orientation)
  const unit = pdf_dpi / CSS_DPI
  return { ...options, pdf_page_width: width * unit, pdf_page_height: height * unit }
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

/** Returns the size of paper between its margins, in whole CSS pixels. */
export function printableSize({ size, margins }: Required<SentPaper>): { width: number; height: number } {
  const { left = 0, right = 0, top = 0, bottom = 0 } = margins
  return {
    width: Math.floor((size.width - left - right) * CSS_DPI),
    height: Math.floor((size.height - top - bottom) * CSS_DPI),
  }
}
