import { DEFAULT_PAPER, sentPaper, type PageRange, type RenderOptions } from '@render/options'
import type { FileBody } from '@render/outputs'
import { setPageRules } from '../in-page/printing/set-page-rules.ts'
import { showFixedOnce } from '../in-page/printing/show-fixed-once.ts'
import type { PageContext } from '../page-context.ts'
import { whileAnswering } from '../pictures/while-answering.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { clipRanges, countPaintedPages, numbersIn } from './crop.ts'
import { layOutSheets, MARGIN_BOXES, type LayoutOptions, type PrintLayout } from './layout.ts'
import { print } from './print.ts'
import { paperOf, printableSize, readOwnPaper, turnOwnPaper } from './own-paper.ts'
import { printWithFiles } from './print-with-files.ts'
import { openPrinted } from './printed-file.ts'
import { requireRoom } from './require-room.ts'

export interface Printed {
  body: FileBody
  pages: number
  /** The length of a unit of the pages, in 1/72 inch, when it is not one. */
  userUnit?: number
  /** Points of the pages to keep when they are wider than they should be, and points to their left that are left out. */
  keptWidth?: number
  keptLeft?: number
  /** The page numbers of the printed pages and the number of all pages, when some were left out. */
  numbering?: { numbers: number[]; total: number }
}

export type LookOptions = Pick<RenderOptions, 'pdf_background' | 'pdf_outline' | 'pdf_tagged'>

const FILE = 'page.pdf'

/** Prints the page on as many sheets as it needs. With templates, pages that are left out are counted; they may need further rules. */
export async function printSheets(
  page: PageContext,
  sent: LayoutOptions &
    LookOptions &
    Pick<RenderOptions, 'pdf_page_range' | 'pdf_auto_crop' | 'freeze_fixed'>,
  { hasTemplates, rules }: { hasTemplates: boolean; rules: string },
): Promise<Printed> {
  const options = await turnOwnPaper(page, sent)
  await requireRoom(page, options)
  if (options.freeze_fixed) await callAcrossNavigation(page, showFixedOnce)
  const layout = await layOutSheets(page, options, rules)
  const print = () => printRanges(page, layout, { ...options, hasTemplates })
  return printWithFiles(page, print, async () => {
    const { width, height } = printableSize(paperOf(sentPaper(options), await readOwnPaper(page)))
    return { width: Math.floor(width / layout.scale), height: Math.floor(height / layout.scale) }
  })
}

/** Prints the pages of a layout that are wanted. To crop pages at the end, or to number them, all are printed first. */
async function printRanges(
  page: PageContext,
  layout: PrintLayout,
  options: LookOptions & Pick<RenderOptions, 'pdf_page_range' | 'pdf_auto_crop'> & { hasTemplates: boolean },
): Promise<Printed> {
  const { pdf_page_range: ranges, pdf_auto_crop, hasTemplates } = options
  if (!pdf_auto_crop && !(ranges && hasTemplates)) return printLayout(page, layout, options, ranges)
  const whole = await printLayout(page, layout, options)
  const total = pdf_auto_crop ? await countPaintedPages(page, whole.body, whole.pages) : whole.pages
  if (total === whole.pages && !ranges) return whole
  const printed = clipRanges(ranges ?? [{ first: 1 }], total)
  const numbering = { numbers: numbersIn(printed), total }
  return { ...(await printLayout(page, layout, options, printed)), numbering }
}

/** Prints a layout of the page, once a place for a print is free. */
export function printLayout(
  page: PageContext,
  { css, scale, userUnit, keptWidth, keptLeft }: PrintLayout,
  { pdf_background, pdf_outline, pdf_tagged }: LookOptions,
  ranges: readonly PageRange[] = [],
): Promise<Printed> {
  const { tab, scratch, signal } = page
  return page.printSemaphore(async (release) => {
    const path = await scratch.file(FILE)
    const printing = evaluateAcrossNavigation(page, async () => {
      const isScaled = scale !== 1
      if (css || isScaled)
        await callInPage(tab, setPageRules, { rules: css, isScaled, marginBoxes: MARGIN_BOXES })
      await print(tab.session, path, {
        scale,
        pageRanges: ranges.map(({ first, last = '' }) => `${first}-${last}`).join(','),
        printBackground: pdf_background,
        generateTaggedPDF: pdf_tagged || pdf_outline,
        generateDocumentOutline: pdf_outline,
        paperWidth: DEFAULT_PAPER.width,
        paperHeight: DEFAULT_PAPER.height,
      })
    })
    // A page that hangs delays no other print for long.
    await whileAnswering(tab.session, printing, release)
    await using file = await openPrinted(path)
    return { body: await scratch.take(FILE), pages: await file.countPages(), userUnit, keptWidth, keptLeft }
  }, signal)
}
