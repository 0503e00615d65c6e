import { list, number, readAs, text, timeZone } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'
import { readCookieLine } from '../../values/cookie-line.ts'
import { readLanguages } from '../../values/languages.ts'
import { readHeaderLine } from '../../values/header-line.ts'

/** Options for the visitor that the site sees. */
export const identity = ({ headers: maxHeaders, headerBytes, cookies: maxCookies, urlBytes }: Limits) => {
  const line = { secret: 'worker', takesPairs: true } as const
  const headers = {
    ...line,
    maxItems: maxHeaders,
    maxBytes: headerBytes,
    items: 'headers (Name=Value, of Latin-1 characters)',
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
    user_agent: text('User agent to send; also random, mobile or desktop.', {
      maxBytes: 1024,
      ...oneLine('Mozilla/5.0'),
    }),
    platform: text('Value of navigator.platform. Default: the platform of the user agent.', {
      maxBytes: 128,
    }),
    accept_lang: readAs(
      text('Preferred languages, as in the Accept-Language header.', {
        maxBytes: 256,
        default: 'en-US',
        normalise: (languages) => languages.trim().replaceAll('_', '-'),
        pattern: String.raw`${LANGUAGE}(?:\s*,\s*${LANGUAGE})*`,
        expects: 'language tags such as de-CH,de;q=0.8',
        examples: ['de-CH,de;q=0.8'],
      }),
      readLanguages,
    ),
    authorization: text("Authorization header for the target's own origin.", {
      maxBytes: headerBytes,
      secret: 'worker',
      ...oneLine('Bearer abc'),
    }),
    header: readAs(
      list("Request headers for the target's own origin, each as Name=Value.", headers),
      (lines) => lines.map(readHeaderLine),
    ),
    headers: list('Alias of header.', headers),
    cookie: readAs(list('Cookies to set, each as name=value with attributes.', cookies), (lines) =>
      lines.map(readCookieLine),
    ),
    cookies: list('Alias of cookie.', cookies),
    tz: timeZone('Time zone to emulate.', { default: 'UTC' }),
    latitude: number('Latitude to emulate. Browsers give a position only to https pages.', {
      unit: 'degrees',
      minimum: -90,
      maximum: 90,
    }),
    longitude: number('Longitude to emulate.', { unit: 'degrees', minimum: -180, maximum: 180 }),
    accuracy: number('Accuracy of the emulated position.', {
      unit: 'm',
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      needs: ['latitude'],
    }),
    referer: text('Referer header of the page request.', { maxBytes: urlBytes, ...ADDRESS }),
    referrer: text('Alias of referer.', { maxBytes: urlBytes, ...ADDRESS }),
  }
}

const ADDRESS = {
  isPrivate: true,
  pattern: String.raw`(?:[Hh][Tt][Tt][Pp][Ss]?://\S+)?`,
  expects: 'an address that begins with http:// or https://',
  examples: ['https://a.example/'],
} as const

/** A language tag that browsers accept, or *, with an optional quality. */
const LANGUAGE = String.raw`(?:\*|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)(?:\s*;\s*q=[01](?:\.\d{0,3})?)?`

/** Characters that a header value can have. */
const ONE_LINE = String.raw`[\t\x20-\x7e\xa0-\xff]*`

function oneLine(example: string) {
  return { pattern: ONE_LINE, expects: 'one line of Latin-1 characters', examples: [example] }
}
