import { list, number, text, timeZone } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'

/** Who the site sees. */
export const identity = ({ headers: maxHeaders, headerBytes, cookies: maxCookies, urlBytes }: Limits) => {
  const line = { secret: 'worker', takesPairs: true } as const
  const headers = {
    ...line,
    maxItems: maxHeaders,
    maxBytes: headerBytes,
    items: 'headers (Name=Value, of Latin letters)',
    pattern: String.raw`[!#$%&'*+.^_\x60\x7c~0-9A-Za-z\-]+\s*[=:]${ONE_LINE}`,
    examples: ['X-Name=value', 'X-Name: value'],
  }
  const cookies = {
    ...line,
    maxItems: maxCookies,
    maxBytes: headerBytes,
    items: 'cookies (name=value, then attributes)',
    pattern: String.raw`[^\s=;,]+=[^\r\n]*`,
    examples: ['name=value', 'name=value; Path=/; Secure'],
  }
  return {
    user_agent: text('User agent that is sent and reported; also random, mobile or desktop.', {
      maxBytes: 1024,
      ...oneLine('Mozilla/5.0'),
    }),
    platform: text('Value of navigator.platform; that of the user agent when absent.', { maxBytes: 128 }),
    accept_lang: text('Languages that are preferred, as in the header Accept-Language.', {
      maxBytes: 256,
      default: 'en-US',
      normalise: (languages) => languages.trim().replaceAll('_', '-'),
      pattern: String.raw`${LANGUAGE}(?:\s*,\s*${LANGUAGE})*`,
      expects: 'language tags such as de-CH,de;q=0.8',
      examples: ['de-CH,de;q=0.8'],
    }),
    authorization: text("Header Authorization for the target's own origin.", {
      maxBytes: headerBytes,
      secret: 'worker',
      ...oneLine('Bearer abc'),
    }),
    header: list("Headers for the target's own origin, each as Name=Value.", headers),
    headers: list('The same as header.', headers),
    cookie: list('Cookies to set, each as name=value with attributes.', cookies),
    cookies: list('The same as cookie.', cookies),
    tz: timeZone('Time zone of the page.', { default: 'UTC' }),
    latitude: number('Latitude that the page is told.', { unit: 'degrees', minimum: -90, maximum: 90 }),
    longitude: number('Longitude that the page is told.', { unit: 'degrees', minimum: -180, maximum: 180 }),
    accuracy: number('Accuracy of the position that the page is told.', {
      unit: 'm',
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      needs: ['latitude'],
    }),
    referer: text('Address the visit is said to come from.', { maxBytes: urlBytes, ...ADDRESS }),
    referrer: text('The same as referer.', { maxBytes: urlBytes, ...ADDRESS }),
  }
}

const ADDRESS = {
  pattern: String.raw`(?:[Hh][Tt][Tt][Pp][Ss]?://\S+)?`,
  expects: 'an address that begins with http:// or https://',
  examples: ['https://a.example/'],
}

/** A tag that browsers take, or any, with how much it is preferred. */
const LANGUAGE = String.raw`(?:\*|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)(?:\s*;\s*q=[01](?:\.\d{0,3})?)?`

/** What a header can carry. */
const ONE_LINE = String.raw`[\t\x20-\x7e\xa0-\xff]*`

function oneLine(example: string) {
  return { pattern: ONE_LINE, expects: 'one line of Latin letters', examples: [example] }
}
