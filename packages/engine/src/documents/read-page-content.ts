import type { Body } from '@render/outputs'
import { readContent, type ContentRequest, type ReadContent } from '../in-page/reading/read-content.ts'
import type { PageContext } from '../page-context.ts'
import { readPdfContent } from './read-pdf-content.ts'
import { readText } from './read-text.ts'

interface PageContentRead extends Pick<ReadContent, 'isMissing' | 'isCut'> {
  /** A `PageContent` as JSON. */
  body: Body
}

/** Reads what a reader of the page sees, or the text of a loaded PDF; returns 'invalid' when the browser refuses the selector. */
export async function readPageContent(
  page: PageContext,
  file: string,
  request: ContentRequest,
): Promise<PageContentRead | 'invalid'> {
  if (page.loadedPdf) {
    const { content, isCut } = await readPdfContent(page, await page.loadedPdf)
    const body = { bytes: Buffer.from(JSON.stringify(content)) }
    return { body, isMissing: request.selector !== undefined, isCut }
  }
  const read = await readText(page, file, readContent, request)
  return read === 'invalid' ? read : { body: read.body, ...read.facts }
}
