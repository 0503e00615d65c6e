import { layoutOptions } from '../../printing/layout.ts'
import { printOneSheet } from '../../printing/print-one-sheet.ts'
import { printSheets } from '../../printing/print-sheets.ts'
import { pdfStage } from '../../stage.ts'

/** Prints the page; a PDF that the address returned stays as it is. */
export const printPage = pdfStage({
  name: 'print-page',
  phase: 'capture',
  owns: [...layoutOptions, 'pdf_page_range', 'pdf_auto_crop', 'pdf_background', 'pdf_outline', 'pdf_tagged'],
  borrows: ['full_page', 'full_width', 'max_height', 'max_width'],
  async run(ctx, options) {
    const { loadedPdf, rasteriser, signal } = ctx.page
    if (loadedPdf) {
      const bytes = await loadedPdf
      ctx.printed = { body: { bytes }, pages: await rasteriser.countPages(bytes, signal) }
    } else ctx.printed = await (options.full_page ? printOneSheet : printSheets)(ctx.page, options)
  },
})
