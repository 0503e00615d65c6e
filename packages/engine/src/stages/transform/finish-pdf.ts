import { changePdf } from '../../printing/change-pdf.ts'
import type { InformationName, PdfChanges } from '../../printing/pdf-changes.ts'
import { finishPdfStage } from '../../stage.ts'

const OPTIONS = {
  pdf_title: 'Title',
  pdf_subject: 'Subject',
  pdf_author: 'Author',
  pdf_keywords: 'Keywords',
  pdf_creator: 'Creator',
} as const satisfies Record<string, InformationName>

const NAMES = Object.keys(OPTIONS) as (keyof typeof OPTIONS)[]
const FILE = 'changed.pdf'

/**
 * Makes all changes to a printed PDF at once: the document information that the caller sent, headers and footers, and the
 * unit of a page that is longer than pages can be.
 */
export const finishPdf = finishPdfStage({
  name: 'finish-pdf',
  phase: 'transform',
  owns: NAMES,
  async run(ctx, options) {
    const { printed, page } = ctx
    const sent = NAMES.filter((name) => options[name] !== undefined)
    if (!printed || (sent.length === 0 && printed.userUnit === undefined && ctx.rows === undefined)) return
    if (!('path' in printed.body)) {
      page.warnings.push(
        `The address returned a PDF: ${sent.map((name) => `"${name}"`).join(', ')} had no effect.`,
      )
      return
    }
    const texts = sent.map((name) => [OPTIONS[name], printable(options[name]!)])
    const information = Object.fromEntries(texts) as PdfChanges['information']
    const to = await page.scratch.file(FILE)
    const changes = { information, userUnit: printed.userUnit, rows: ctx.rows }
    await changePdf({ from: printed.body.path, to, changes }, page.signal)
    ctx.printed = { ...printed, body: await page.scratch.take(FILE) }
  },
})

/** Leaves out control characters, which viewers show as boxes. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}
