import { flag, onlyFor, text } from '../../kinds/index.ts'

const TEMPLATE = { maxBytes: 65_536 }

/** Options for header, footer and document information of a PDF. */
export const pdfText = onlyFor(['pdf'], {
  pdf_show_header: flag('Print a header on every page.'),
  pdf_show_footer: flag('Print a footer on every page.'),
  pdf_header: text('HTML of the header.', {
    ...TEMPLATE,
    default: "<div class='date text left'></div><div class='title text center'></div>",
    needs: ['pdf_show_header'],
  }),
  pdf_footer: text('HTML of the footer.', {
    ...TEMPLATE,
    default:
      "<div class='url text left grow'></div><div class='text right'><span class='pageNumber'></span>/<span class='totalPages'></span></div>",
    needs: ['pdf_show_footer'],
  }),
  pdf_title: text('Title of the document. Default: the title of the page.'),
  pdf_subject: text('Subject of the document.'),
  pdf_author: text('Author of the document.'),
  pdf_keywords: text('Keywords of the document, separated by commas.'),
  pdf_creator: text('Creator of the document.'),
})
