import type { BrowserContext } from 'playwright-core'

type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

const SAME_SITE: Record<string, Cookie['sameSite']> = { lax: 'Lax', strict: 'Strict', none: 'None' }

/**
 * Reads a cookie as a site would set it: `name=value; Domain=.a.example; Path=/; Secure`. Without a domain it is the
 * target's own.
 */
export function readCookie(line: string, target: string): Cookie {
  const [pair = '', ...attributes] = line.split(';')
  const [name, value] = split(pair)
  const given = new Map(attributes.map(split).map(([attribute, text]) => [attribute.toLowerCase(), text]))
  return {
    name,
    value,
    domain: given.get('domain') || new URL(target).hostname,
    path: given.get('path') || '/',
    httpOnly: given.has('httponly'),
    secure: given.has('secure'),
    sameSite: SAME_SITE[given.get('samesite')?.toLowerCase() ?? ''],
    expires: expiryOf(given.get('max-age'), given.get('expires')),
  }
}

function split(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Epoch seconds; undefined for a cookie of the session. */
function expiryOf(maxAge: string | undefined, expires: string | undefined): number | undefined {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Math.floor(Date.now() / 1000) + Number(maxAge)
  const epochMs = expires === undefined ? NaN : Date.parse(expires)
  return Number.isNaN(epochMs) ? undefined : Math.floor(epochMs / 1000)
}
