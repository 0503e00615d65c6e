import { int, oneOf, text } from '../kinds.ts'

/** What is rendered, and into which kind of file. */
export const source = {
  url: text('Address to load; http:// is added when the scheme is missing.', {
    maxBytes: 8192,
    secret: 'worker',
    codes: { type: 'UrlWasNotAStringError', maxBytes: 'InvalidURLError', noNul: 'InvalidURLError' },
  }),
  html: text('Markup to render instead of loading an address. Wins over url.', {
    maxBytes: 8 * 1024 * 1024,
    codes: { maxBytes: 'HTMLProcessError', noNul: 'HTMLProcessError' },
  }),
  format: oneOf('Kind of file to make.', ['png', 'jpg', 'webp'], {
    default: 'png',
    aliases: { jpeg: 'jpg' },
  }),
  quality: int('Encoder quality of jpg and webp; png has none.', {
    unit: '%',
    minimum: 1,
    maximum: 100,
    default: 80,
  }),
}
