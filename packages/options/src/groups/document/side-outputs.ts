import { FORMATS, VIDEO_FORMATS } from '@render/outputs'
import { flag, oneOf } from '../../kinds/index.ts'

const ALL_BUT_VIDEO = FORMATS.filter((format) => !VIDEO_FORMATS.includes(format))

/** Options for side outputs, and for the form of documents. */
export const sideOutputs = {
  save_html: flag('Also store the HTML of the page.'),
  save_mhtml: flag('Also store the page as an MHTML archive.'),
  save_markdown: flag('Also store the page as Markdown.'),
  save_metadata: flag('Also store the metadata of the page; sets metadata.'),
  save_resource_info: flag('Also store a list of all requests of the page.'),
  save_links: flag('Add the links of the page to the metadata; sets metadata.'),
  save_headings: flag('Add the headings of the page to the metadata; sets metadata.'),
  save_tables: flag('Add the tables of the page to the metadata; sets metadata.'),
  save_structured_data: flag(
    'Add the structured data of the page (JSON-LD, microdata, RDFa) to the metadata; sets metadata.',
  ),
  save_cookies: flag('Return all cookies that the page and the request have set, and store them.'),
  save_headers: flag('Return the response headers of the page.'),
  save_http_headers: flag('Return the request and response headers of the page and of every redirect.'),
  metadata: flag('Return the metadata of the page.'),
  metadata_engine: oneOf(
    'Form of the metadata: single fields such as title and author (Legacy), or lists of all that the page declares (Structured).',
    ['Legacy', 'Structured'],
    { default: 'Legacy', needs: ['metadata'] },
  ),
  full_html: flag(
    'Return a document that looks the same without network: styles, images, fonts and frames are part of it, scripts are not.',
    { formats: ['html'], sideFileOption: 'save_html', overriddenBy: ['fragment'] },
  ),
  fragment: flag(
    'Return only what is inside of the body, or of the element that "selector" matches, not a complete document.',
    { formats: ['html'], sideFileOption: 'save_html' },
  ),
  readable: flag(
    'Replace the page by its main article, in a plain style: title, author and text, without navigation, advertisements and comments. A page without an article stays as it is, with a warning.',
    { formats: ALL_BUT_VIDEO },
  ),
  certify: flag(
    'Add a certificate of what was made, how and when. The record of the render shows its options.',
    {
      owner: 'services/render-worker/src/attempt-render.ts',
    },
  ),
}
