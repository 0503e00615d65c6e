import type { Cookie, Hop, PageData } from '@render/outputs'
import { integer, listOf, shape, text, type Schema } from './schema.ts'

const headers = (description: string) => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string' },
})

/** Schemas of the data of the page in a result. */
export const pageData: Record<keyof PageData, Schema> = {
  metadata: {
    type: 'object',
    description:
      'Metadata of the page in the form that `metadata_engine` selects; absent when it is larger than 256 kB.',
  },
  headers: headers('Response headers of the page, with `save_headers`.'),
  httpHeaders: listOf(
    shape<Hop>(
      {
        url: text('Address of the request.'),
        status: integer('HTTP status.'),
        requestHeaders: headers('Secret values read `[secret]`.'),
        responseHeaders: headers('By lower-case name; repeated values are joined.'),
      },
      {},
    ),
    'Headers of the page and of its redirects in their order, with `save_http_headers`.',
  ),
  cookies: listOf(
    shape<Cookie>(
      {
        name: text('Name of the cookie.'),
        value: text('Value, in clear text.'),
        domain: text('Host that the cookie is sent to; with a leading dot, its subdomains too.'),
        path: text('Path below which the cookie is sent.'),
        expires: { type: 'number', description: 'Epoch seconds; -1 for a cookie of the session.' },
        httpOnly: { type: 'boolean' },
        secure: { type: 'boolean' },
        sameSite: { enum: ['Strict', 'Lax', 'None'] },
      },
      {},
    ),
    'Cookies of the page, with `save_cookies`.',
  ),
  customData: { description: 'The value of `custom_data_variable`; null when the page has none.' },
}
