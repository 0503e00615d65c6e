import type { PageContent, Token } from '@render/markdown'
import type { PageContext } from '../page-context.ts'

/** UTF-16 units; more than Markdown can have. */
const MAX_LENGTH = 12_000_000

export const ONLY_FIRST_PAGE =
  'The URL returned a PDF: documents other than Markdown show only a picture of its first page.'
export const NO_METADATA = 'The URL returned a PDF, which has no metadata of a page.'

/** Reads the text of all pages of a PDF that the address returned as paragraphs of a page with its title. */
export async function readPdfContent(
  { pdfTools, cpuSemaphore, signal, warnings }: PageContext,
  pdf: Buffer,
): Promise<{ content: PageContent; isCut: boolean }> {
  const read = await cpuSemaphore.run(0, () => pdfTools.readText(pdf, signal), signal)
  signal.throwIfAborted()
  const { title = '', text = '' } = read ?? {}
  if (!read) warnings.push('The text of the PDF that the URL returned cannot be read.')
  else if (text.trim() === '') warnings.push('The PDF that the URL returned has no text.')
  const tokens = text
    .slice(0, MAX_LENGTH)
    .split(/\n\s*\n|\f/)
    .flatMap(paragraphOf)
  const head = { ...(title !== '' && { title }), meta: [] }
  return { content: { head, tokens }, isCut: text.length > MAX_LENGTH }
}

function paragraphOf(text: string): Token[] {
  const shown = text.replaceAll(/(?!\n)\p{Cc}/gu, '').trim()
  return shown === '' ? [] : [['p'], shown, 0]
}
