import type { RenderOptions } from '@render/options'
import type { Area } from '../geometry.ts'
import type { PageContext } from '../page-context.ts'
import { pinPictures } from '../in-page/printing/pin-pictures.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { paintedHeight } from './crop.ts'
import { keepMediaQueries } from './keep-media-queries.ts'
import type { LayoutOptions } from './layout.ts'
import { layOutOneSheet, type Sheet } from './one-sheet-layout.ts'
import { pinLengths } from '../elements/pin-lengths.ts'
import { printLayout, type LookOptions, type Printed } from './print-sheets.ts'

const FIRST = [{ first: 1, last: 1 }]
const NOT_ONE = 'A part of the page is missing: the browser did not print it on one sheet.'
/** Shares by which most pages that grow for the print do so at most; the rest of the sheet stays empty. */
const GROWTHS = [1.02, 1.1]

/**
 * Prints the whole page, or what is above and to the left of the end of an area, on one sheet. Beside a header or footer
 * `pdf_auto_crop` leaves its height.
 */
export async function printOneSheet(
  page: PageContext,
  options: LayoutOptions &
    LookOptions &
    Pick<RenderOptions, 'full_width' | 'max_height' | 'max_width' | 'pdf_auto_crop' | 'pdf_page_range'> & {
      hasTemplates: boolean
    },
  area?: Area,
): Promise<Printed> {
  if (options.pdf_page_range) page.warnings.push('"pdf_page_range" has no effect with "full_page".')
  await keepMediaQueries(page)
  await callAcrossNavigation(page, pinPictures)
  await pinLengths(page)
  const { sheet, withHeight } = await layOutOneSheet(page, options, area)
  const printFirst = ({ layout }: Sheet) => printLayout(page, layout, options, FIRST)
  let last = sheet
  let printed = await printLayout(page, sheet.layout, options, sheet.isCut ? FIRST : [])
  // Text breaks its lines elsewhere on paper than on the screen, so a page can print longer than it shows.
  const { pages } = printed
  for (const growth of GROWTHS) {
    if (printed.pages === 1) break
    last = withHeight(sheet.height * growth)
    printed = await printLayout(page, last.layout, options)
  }
  if (printed.pages > 1) {
    last = withHeight(sheet.height * pages)
    printed = await printLayout(page, last.layout, options)
  }
  if (printed.pages > 1) {
    page.warnings.push(NOT_ONE)
    printed = await printFirst(last)
  }
  if (!options.pdf_auto_crop || options.hasTemplates) return printed
  const rows = await paintedHeight(page, printed.body, Math.round(last.height + last.space))
  const painted = Math.max(1, rows - last.top)
  return painted < last.height ? printFirst(withHeight(painted)) : printed
}
