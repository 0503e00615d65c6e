import type { Body } from '@render/outputs'
import { pictureAddress } from '@render/readable'
import { allElements } from '../in-page/finding/all-elements.ts'
import { findMatches } from '../in-page/finding/find-matches.ts'
import { createElementStyles } from '../in-page/reading/element-styles.ts'
import { createFieldText } from '../in-page/reading/field-text.ts'
import { createAttributeReader } from '../in-page/reading/read-attributes.ts'
import { readContent, type ContentRequest, type ReadContent } from '../in-page/reading/read-content.ts'
import { readHead } from '../in-page/reading/read-head.ts'
import { readSource } from '../in-page/reading/read-source.ts'
import { createDomReader } from '../in-page/reading/create-dom-reader.ts'
import type { PageContext } from '../page-context.ts'
import { readPdfContent } from './read-pdf-content.ts'
import { readText } from './read-text.ts'

type ContentTools = [
  typeof findMatches,
  typeof allElements,
  typeof createDomReader,
  typeof readHead,
  typeof createAttributeReader,
  typeof createElementStyles,
  typeof createFieldText,
  typeof pictureAddress,
  typeof readSource,
]

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
  const read = await readText<ContentRequest, ReadContent, ContentTools>(
    page,
    file,
    readContent,
    request,
    findMatches,
    allElements,
    createDomReader,
    readHead,
    createAttributeReader,
    createElementStyles,
    createFieldText,
    pictureAddress,
    readSource,
  )
  return read === 'invalid' ? read : { body: read.body, ...read.facts }
}
