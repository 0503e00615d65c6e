import { allElements } from '../in-page/finding/all-elements.ts'
import { findMatches } from '../in-page/finding/find-matches.ts'
import { createElementStyles } from '../in-page/reading/element-styles.ts'
import { createAttributeReader } from '../in-page/reading/read-attributes.ts'
import { readContent, type ContentRequest, type ReadContent } from '../in-page/reading/read-content.ts'
import { readHead } from '../in-page/reading/read-head.ts'
import { createDomReader } from '../in-page/self-contained/create-dom-reader.ts'
import type { PageContext } from '../page-context.ts'
import { readText } from './read-text.ts'

type ContentTools = [
  typeof findMatches,
  typeof allElements,
  typeof createDomReader,
  typeof readHead,
  typeof createAttributeReader,
  typeof createElementStyles,
]

/** Reads what a reader of the page sees, as `readText` does. */
export function readPageContent(page: PageContext, file: string, request: ContentRequest) {
  return readText<ContentRequest, ReadContent, ContentTools>(
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
  )
}
