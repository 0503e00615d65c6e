import { flag, oneOf } from '../../kinds/index.ts'

/** Options for side outputs, and for the form of documents. */
export const sideOutputs = {
  save_html: flag('Also store the HTML of the page.'),
  save_mhtml: flag('Also store the page as an MHTML archive.'),
  save_markdown: flag('Also store the page as Markdown.'),
  save_metadata: flag('Also store the metadata of the page.'),
  save_resource_info: flag('Also store a list of all requests of the page.'),
  save_links: flag('Return the links of the page.'),
  save_headings: flag('Return the headings of the page.'),
  save_tables: flag('Return the tables of the page.'),
  save_structured_data: flag('Return the structured data of the page.'),
  save_cookies: flag('Return the cookies after the capture.'),
  save_headers: flag('Return the response headers of the page.'),
  save_http_headers: flag('Return the response headers of the page and of every redirect.'),
  metadata: flag('Return the metadata of the page.'),
  metadata_engine: oneOf('Form of the metadata.', ['Legacy', 'Structured'], { default: 'Legacy' }),
  full_html: flag(
    'Return a document that looks the same without network: styles, images, fonts and frames are part of it, scripts are not.',
    { formats: ['html'], beside: 'save_html', overriddenBy: ['fragment'] },
  ),
  fragment: flag(
    'Return only what is inside of the body, or of the element that "selector" matches, not a complete document.',
    { formats: ['html'], beside: 'save_html' },
  ),
  readable: flag('Keep only the main article of the page.'),
  certify: flag('Add a certificate of what was rendered, how and when.'),
}
