import { FORMAT_ALIASES, FORMATS } from '@render/outputs'
import { colour, flag, int, oneOf, text } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'

/** Options for the page to render and the output format. */
export const source = ({ urlBytes, htmlBytes }: Limits) => ({
  url: text('URL of the page; http:// is added when the scheme is missing.', {
    maxBytes: urlBytes,
    secret: 'worker',
    address: 'page',
    codes: { type: 'UrlWasNotAStringError', maxBytes: 'InvalidURLError', noNul: 'InvalidURLError' },
  }),
  html: text('HTML to render instead of loading a URL. Has priority over url, unless it is empty.', {
    maxBytes: htmlBytes,
    isPrivate: true,
    codes: { maxBytes: 'HTMLProcessError', noNul: 'HTMLProcessError' },
  }),
  base_url: text('Base URL of the HTML. Default: url, when that is also given.', {
    maxBytes: urlBytes,
    secret: 'worker',
    address: 'page',
    needs: ['html'],
  }),
  from_html: flag('Marks the input as HTML.', {
    accepted: 'setting "html" is enough',
  }),
  format: oneOf('Output format.', FORMATS, {
    default: 'png',
    aliases: FORMAT_ALIASES,
    advice: { json: 'data of the page comes with "metadata" or "save_metadata"' },
  }),
  quality: int('Encoder quality of jpg, webp and avif.', {
    unit: '%',
    minimum: 1,
    maximum: 100,
    default: 80,
    formats: ['jpg', 'webp', 'avif'],
  }),
  transparent: flag('Keep the background transparent when the page sets none.', {
    formats: ['png', 'webp', 'avif', 'svg'],
  }),
  bg_color: colour('Background colour when the page sets none.'),
})
