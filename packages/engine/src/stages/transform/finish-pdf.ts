import { writeFile } from 'node:fs/promises'
import type { Body } from '@render/outputs'
import type { FinishPdfContext } from '../../pdf/pdf-context.ts'
import { changePdf } from '../../pdf/change-pdf.ts'
import type { InformationName, PdfChanges } from '../../pdf/pdf-changes.ts'
import type { Scratch } from '../../scratch/render-scratch.ts'
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
 * Makes all changes to a PDF at once: the document information that the caller sent, headers and footers, and the
 * size and unit of a page that is larger than it was printed.
 */
export const finishPdf = finishPdfStage({
  name: 'finish-pdf',
  phase: 'transform',
  owns: NAMES,
  direct: true,
  async run(ctx, options) {
    const { printed, page } = ctx
    if (!printed) return
    const sent = NAMES.filter((name) => options[name] !== undefined)
    const { userUnit, keptWidth, keptLeft } = printed
    const isWhole = [userUnit, keptWidth, ctx.overlays].every((change) => change === undefined)
    if (isWhole && sent.length === 0) return
    const texts = sent.map((name) => [OPTIONS[name], printable(options[name]!)])
    const information = Object.fromEntries(texts) as PdfChanges['information']
    const changes = { information, userUnit, keptWidth, keptLeft, overlays: ctx.overlays }
    try {
      ctx.printed = { ...printed, body: await change(page, printed.body, changes) }
    } catch (error) {
      if ('path' in printed.body) throw error
      page.signal.throwIfAborted()
      const names = sent.map((name) => `"${name}"`).join(', ')
      page.warnings.push(`The URL returned a PDF that cannot be changed: ${names} had no effect.`)
    }
  },
})

async function change(
  { scratch, signal }: FinishPdfContext['page'],
  body: Body,
  changes: PdfChanges,
): Promise<Body> {
  const from = await fileOf(scratch, body)
  const to = await scratch.file(FILE)
  await changePdf({ from, to, changes }, signal)
  return scratch.take(FILE)
}

/** Returns the path of a PDF; one that the address returned is in memory. */
async function fileOf(scratch: Scratch, body: Body): Promise<string> {
  if ('path' in body) return body.path
  const path = await scratch.file('loaded.pdf')
  await writeFile(path, body.bytes)
  return path
}

/** Leaves out control characters, which viewers show as boxes. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '')
}
