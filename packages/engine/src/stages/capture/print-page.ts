import { layoutOptions } from '../../pdf/layout.ts'
import { keepColorScheme } from '../../pdf/keep-color-scheme.ts'
import { takeLoadedPdf } from '../../pdf/take-loaded-pdf.ts'
import { printOneSheet } from '../../pdf/print-one-sheet.ts'
import { printSheets } from '../../pdf/print-sheets.ts'
import { decideTemplateHeights } from '../../pdf/templates/template-heights.ts'
import { pdfStage } from '../../stage.ts'

const DIRECT = [
  ...layoutOptions,
  'pdf_page_range',
  'pdf_auto_crop',
  'pdf_background',
  'pdf_outline',
  'pdf_tagged',
] as const

/** Prints the page, or takes the PDF that the address returned. */
export const printPage = pdfStage({
  name: 'print-page',
  phase: 'capture',
  owns: [...DIRECT, 'pdf_show_header', 'pdf_show_footer'],
  direct: DIRECT,
  borrows: ['dark_mode', 'full_page', 'full_width', 'max_height', 'max_width', 'freeze_fixed'],
  async run(ctx, options) {
    const { loadedPdf } = ctx.page
    if (loadedPdf) {
      ctx.printed = await takeLoadedPdf(ctx.page, await loadedPdf, options)
      return
    }
    await keepColorScheme(ctx.page, options)
    const { heights, options: chosen, rules } = await decideTemplateHeights(ctx.page, options)
    const hasTemplates = Object.keys(heights).length > 0
    const printed = chosen.full_page
      ? await printOneSheet(ctx.page, { ...chosen, hasTemplates }, ctx.area)
      : await printSheets(ctx.page, chosen, { hasTemplates, rules })
    ctx.printed = printed
    if (hasTemplates) ctx.templates = { printed, heights }
  },
})
