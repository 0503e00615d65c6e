import { FORMATS } from '../formats.ts'
import { colour, flag, int, oneOf, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** What is rendered, and into which kind of file. */
export const source = ({ urlBytes, htmlBytes }: Limits) => ({
  url: text('Address to load; http:// is added when the scheme is missing.', {
    maxBytes: urlBytes,
    secret: 'worker',
    codes: { type: 'UrlWasNotAStringError', maxBytes: 'InvalidURLError', noNul: 'InvalidURLError' },
  }),
  html: text('Markup to render instead of loading an address. Wins over url.', {
    maxBytes: htmlBytes,
    codes: { maxBytes: 'HTMLProcessError', noNul: 'HTMLProcessError' },
  }),
  base_url: text('Address that supplied markup counts as coming from; url when both are given.', {
    maxBytes: urlBytes,
    secret: 'worker',
    needs: ['html'],
  }),
  from_html: flag('Mark that the input is markup.', {
    accepted: 'whether the input is markup is known from "html" itself',
  }),
  format: oneOf('Kind of file to make.', FORMATS, { default: 'png', aliases: { jpeg: 'jpg' } }),
  quality: int('Encoder quality of jpg, webp and avif; png has none.', {
    unit: '%',
    minimum: 1,
    maximum: 100,
    default: 80,
    formats: ['jpg', 'webp', 'avif'],
  }),
  transparent: flag('Keep the background transparent where the page sets none.', {
    formats: ['png', 'webp', 'avif'],
  }),
  bg_color: colour('Background painted where the page sets none.'),
})
