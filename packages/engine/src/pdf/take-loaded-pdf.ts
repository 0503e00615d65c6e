import { RenderError } from '@render/errors'
import { optionOf, type PageRange, type RenderOptions } from '@render/options'
import type { PdfContext } from './pdf-context.ts'
import type { PageContext } from '../page-context.ts'
import { clipRanges, numbersIn } from './crop.ts'
import { layoutOptions } from './layout.ts'

const FOR_PRINTS = [
  ...layoutOptions,
  'pdf_auto_crop',
  'pdf_background',
  'pdf_tagged',
  'pdf_outline',
  'pdf_show_header',
  'pdf_show_footer',
] as const

type Options = Pick<RenderOptions, (typeof FOR_PRINTS)[number] | 'pdf_page_range'>

/** Takes a PDF that the address returned: its bytes as they are, or some of its pages. */
export async function takeLoadedPdf(
  page: PageContext,
  bytes: Buffer,
  options: Options,
): Promise<NonNullable<PdfContext['printed']>> {
  const isSet = (name: (typeof FOR_PRINTS)[number]) => options[name] !== optionOf(name).default
  const useless = FOR_PRINTS.filter(isSet).map((name) => `"${name}"`)
  if (useless.length > 0) page.warnings.push(`The URL returned a PDF: ${useless.join(', ')} had no effect.`)
  const pages = await page.pdfTools.countPages(bytes, page.signal)
  const { pdf_page_range: ranges } = options
  return ranges ? keepRanges(page, bytes, pages, ranges) : { body: { bytes }, pages }
}

async function keepRanges(
  { pdfTools, signal, warnings }: PageContext,
  bytes: Buffer,
  pages: number | undefined,
  ranges: readonly PageRange[],
): Promise<NonNullable<PdfContext['printed']>> {
  try {
    if (pages === undefined) throw new Error('The pages of the PDF cannot be counted.')
    const numbers = numbersIn(clipRanges(ranges, pages))
    return { body: { bytes: await pdfTools.keepPages(bytes, numbers, signal) }, pages: numbers.length }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RenderError) throw error
    warnings.push('The URL returned a PDF whose pages cannot be taken apart: "pdf_page_range" had no effect.')
    return { body: { bytes }, pages }
  }
}
