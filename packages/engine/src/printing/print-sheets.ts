import { USUAL_PAPER, type PageRange, type RenderOptions } from '@render/options'
import type { Body } from '@render/outputs'
import { setPageRules } from '../in-page/printing/set-page-rules.ts'
import type { PageContext } from '../page-context.ts'
import { whileAnswering } from '../pictures/while-answering.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { clipRanges, countPaintedPages } from './crop.ts'
import { countPages } from './count-pages.ts'
import { layOutSheets, type LayoutOptions, type PrintLayout } from './layout.ts'
import { print } from './print.ts'

export interface Printed {
  body: Body
  pages: number
  /** The length of a unit of the pages, in 1/72 inch, when it is not one. */
  userUnit?: number
}

export type LookOptions = Pick<RenderOptions, 'pdf_background' | 'pdf_outline' | 'pdf_tagged'>

const FILE = 'page.pdf'

/** Prints the page on as many sheets as it needs. */
export async function printSheets(
  page: PageContext,
  options: LayoutOptions & LookOptions & Pick<RenderOptions, 'pdf_page_range' | 'pdf_auto_crop'>,
): Promise<Printed> {
  const { pdf_page_range: ranges, pdf_auto_crop } = options
  const layout = await layOutSheets(page, options)
  if (!pdf_auto_crop) return printLayout(page, layout, options, ranges)
  const whole = await printLayout(page, layout, options)
  const pages = await countPaintedPages(page, whole.body)
  if (pages === whole.pages && !ranges) return whole
  return printLayout(page, layout, options, clipRanges(ranges ?? [{ first: 1 }], pages))
}

/** Prints a layout of the page, once a place for a print is free. */
export function printLayout(
  page: PageContext,
  { css, scale, userUnit }: PrintLayout,
  { pdf_background, pdf_outline, pdf_tagged }: LookOptions,
  ranges: readonly PageRange[] = [],
): Promise<Printed> {
  const { tab, scratch, signal } = page
  return page.printSemaphore(async (release) => {
    const path = await scratch.file(FILE)
    const printing = evaluateAcrossNavigation(page, async () => {
      await callInPage(tab, setPageRules, css)
      await print(tab.session, path, {
        scale,
        pageRanges: ranges.map(({ first, last = '' }) => `${first}-${last}`).join(','),
        printBackground: pdf_background,
        generateTaggedPDF: pdf_tagged || pdf_outline,
        generateDocumentOutline: pdf_outline,
        paperWidth: USUAL_PAPER.width,
        paperHeight: USUAL_PAPER.height,
      })
    })
    // A page that hangs delays no other print for long.
    await whileAnswering(tab.session, printing, release)
    return { body: await scratch.take(FILE), pages: await countPages(path), userUnit }
  }, signal)
}
