import { flag, oneOf } from '../kinds/index.ts'

/** What comes out beside the file that was asked for, and how documents are shaped. */
export const sideOutputs = {
  save_html: flag('Store the markup of the page too.'),
  save_mhtml: flag('Store the page as one archive file too.'),
  save_markdown: flag('Store the text of the page as Markdown too.'),
  save_metadata: flag('Store the metadata of the page too.'),
  save_resource_info: flag('Store a list of all requests of the page.'),
  save_links: flag('Tell the links of the page.'),
  save_headings: flag('Tell the headings of the page.'),
  save_tables: flag('Tell the tables of the page.'),
  save_structured_data: flag('Tell the structured data of the page.'),
  save_cookies: flag('Tell the cookies after the capture.'),
  save_headers: flag('Tell the headers of the page.'),
  save_http_headers: flag('Tell the headers of the page and of every redirect.'),
  metadata: flag('Tell the metadata of the page.'),
  metadata_engine: oneOf('Form of the metadata.', ['Legacy', 'Structured'], { default: 'Legacy' }),
  full_html: flag('Put styles, pictures and fonts into the markup.'),
  fragment: flag('Only the inside of the captured element, without a document around it.'),
  readable: flag('Keep only the article of the page.'),
  certify: flag('Prove what was rendered, how and when.'),
}
