import { layoutOptions } from '../../printing/layout.ts'
import { printOneSheet } from '../../printing/print-one-sheet.ts'
import { printSheets } from '../../printing/print-sheets.ts'
import { decideRowHeights } from '../../printing/rows/row-heights.ts'
import { pdfStage } from '../../stage.ts'

/** Options that show by their value that somebody set them. */
const WITHOUT_DEFAULT = [
  'pdf_page_size',
  'pdf_page_width',
  'pdf_page_height',
  'pdf_page_range',
  'pdf_orientation',
  'pdf_margin',
  'pdf_margin_top',
  'pdf_margin_right',
  'pdf_margin_bottom',
  'pdf_margin_left',
  'pdf_fit_to_page',
  'pdf_auto_crop',
  'pdf_outline',
  'pdf_show_header',
  'pdf_show_footer',
] as const

/** Prints the page; a PDF that the address returned stays as it is. */
export const printPage = pdfStage({
  name: 'print-page',
  phase: 'capture',
  owns: [
    ...layoutOptions,
    'pdf_page_range',
    'pdf_auto_crop',
    'pdf_background',
    'pdf_outline',
    'pdf_tagged',
    'pdf_show_header',
    'pdf_show_footer',
  ],
  borrows: ['full_page', 'full_width', 'max_height', 'max_width'],
  async run(ctx, options) {
    const { loadedPdf, rasteriser, signal, warnings } = ctx.page
    if (loadedPdf) {
      const bytes = await loadedPdf
      ctx.printed = { body: { bytes }, pages: await rasteriser.countPages(bytes, signal) }
      const useless = WITHOUT_DEFAULT.filter((name) => options[name])
      if (useless.length > 0)
        warnings.push(
          `The address returned a PDF: ${useless.map((name) => `"${name}"`).join(', ')} had no effect.`,
        )
      return
    }
    const { heights, options: chosen } = await decideRowHeights(ctx.page, options)
    const hasRows = Object.keys(heights).length > 0
    if (hasRows) ctx.rowHeights = heights
    ctx.printed = chosen.full_page
      ? await printOneSheet(ctx.page, chosen)
      : await printSheets(ctx.page, chosen, hasRows)
  },
})
