// How documents are read from a page, as the main output or beside it.
import { startDocument } from '../documents/document-context.ts'
import { outputOfDocument } from '../documents/document-output.ts'
import { mockDocument } from '../documents/mock-document.ts'
import type { FinishMarkdownContext, MarkdownContext } from '../markdown/markdown-context.ts'
import { producer } from '../producer.ts'
import { readForMarkdown } from '../stages/read/read-for-markdown.ts'
import { readHtml } from '../stages/read/read-html.ts'
import { saveArchive } from '../stages/read/save-archive.ts'
import { convertContent } from '../stages/transform/convert-content.ts'

export const documentProducers = {
  html: producer({
    option: 'save_html',
    start: startDocument,
    onPage: [readHtml],
    afterPage: [],
    outputs: outputOfDocument('html'),
    mock: mockDocument('html'),
  }),
  mhtml: producer({
    option: 'save_mhtml',
    start: startDocument,
    onPage: [saveArchive],
    afterPage: [],
    outputs: outputOfDocument('mhtml'),
    mock: mockDocument('mhtml'),
  }),
  md: producer({
    option: 'save_markdown',
    start: (page): MarkdownContext & FinishMarkdownContext => ({ page }),
    onPage: [readForMarkdown],
    afterPage: [convertContent],
    outputs: outputOfDocument('md'),
    mock: mockDocument('md'),
  }),
}
